# Completion of sandtable for bash. Put this into ~/.bashrc:
#     source <(sandtable completion bash)

_sandtable() {
    local -a answer
    mapfile -t answer < <("$1" completion bash --line="${COMP_LINE:0:COMP_POINT}" --part=" $2" 2> /dev/null)
    COMPREPLY=("${answer[@]:1}")
    if [[ ${answer[0]} == files ]]; then
        compopt -o default
    fi
}

complete -o nosort -F _sandtable sandtable
