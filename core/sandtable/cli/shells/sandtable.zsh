#compdef sandtable
# Completion of sandtable for zsh. Put this into ~/.zshrc, after compinit:
#     source <(sandtable completion zsh)

_sandtable() {
    local -a answer offers
    local line="${(j: :)words[1,CURRENT-1]} $PREFIX"
    answer=("${(@f)$("$words[1]" completion zsh --line="$line" 2> /dev/null)}")
    offers=("${(@)answer[2,-1]}")
    if (( $#offers )); then
        _describe -V 'sandtable' offers -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
    elif [[ $answer[1] == files ]]; then
        _files
    fi
}

if [[ $funcstack[1] == _sandtable ]]; then
    _sandtable "$@"
else
    compdef _sandtable sandtable
fi
