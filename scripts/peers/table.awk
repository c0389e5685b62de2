# Reads samples ("NAME VALUE" a line), then a specification, and prints medians, ratios and verdicts.
# A specification line is "section COUNT TITLE" or "NAME AGAINST BOUND TITLE", with - for no peer and no bound.
# Exit code: 0 all bounds met, 1 one is not, 2 a sample is missing.

FNR == NR { samples[$1, ++count[$1]] = $2 + 0; next }
/^ *(#|$)/ { next }
$1 == "section" { want = $2; printf "\n%s: median of %d (range)\n", rest(3), want; next }
{ title[$1] = rest(4); row($1, $2, $3) }
END { exit status }

function rest(first,    i, text) {
    for (i = first; i <= NF; i++) text = text (i > first ? " " : "") $i
    return text
}

function row(name, against, bound,    judged, comparison, line) {
    judged = median(name)
    line = sprintf("  %-26s %7.2f  %-15s", title[name], judged, sprintf("(%.2f-%.2f)", samples[name, 1], samples[name, want]))
    if (against != "-") {
        # An upper bound is on time taken, a lower bound on speed gained.
        judged = bound ~ /^<=/ ? judged / median(against) : median(against) / judged
        comparison = sprintf("%6.3fx %s %s", judged, bound ~ /^<=/ ? "the time of" : "as fast as", title[against])
    }
    if (bound != "-") line = sprintf("%s %-38s %-6s  %s", line, comparison, bound, verdict(judged, bound))
    else line = line " " comparison
    sub(/ +$/, "", line)
    print line
}

function verdict(value, bound,    limit) {
    limit = substr(bound, 3) + 0
    if (bound ~ /^<=/ ? value <= limit : value >= limit) return "ok"
    if (status == 0) status = 1
    return "BELOW"
}

# An insertion sort, because awk has none of its own in POSIX.
function median(name,    i, j, held) {
    if (count[name] != want) {
        printf "\nmeasure: %s has %d samples, want %d\n", name, count[name], want > "/dev/stderr"
        exit (status = 2)
    }
    for (i = 2; i <= want; i++) {
        held = samples[name, i]
        for (j = i; j > 1 && samples[name, j - 1] > held; j--) samples[name, j] = samples[name, j - 1]
        samples[name, j] = held
    }
    return (samples[name, int((want + 1) / 2)] + samples[name, int(want / 2) + 1]) / 2
}
