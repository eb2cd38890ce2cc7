# Completion of sandtable for fish. Save it where fish looks for it:
#     sandtable completion fish > ~/.config/fish/completions/sandtable.fish

function __sandtable_offers
    set -l words (commandline -opc)
    set -l line (commandline -cp | string join ' ')
    set -l answer ($words[1] completion fish --line="$line" 2> /dev/null)
    if set -q answer[2]
        printf '%s\n' $answer[2..-1]
    else if test "$answer[1]" = files
        __fish_complete_path (commandline -ct)
    end
end

complete -c sandtable -k -f -a '(__sandtable_offers)'
