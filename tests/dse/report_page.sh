#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report_page.sh BIN_DIR MAKE_TECH [KEEP]: the page as a browser shows it: no word on the console, something to be seen,
# the front's points in it, tables that sort, points that find their row, no scrolling sideways on a phone. Screenshots
# stay in folder KEEP. Exit status 77 without Chromium.
set -u
bin=$1 make_tech=$2 keep=${3:-}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: no Chromium (Debian: chromium, fonts-dejavu-core)"
    exit 77
}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
fail() { echo "$*"; exit 1; }
browse() { # browse WxH ARGUMENT...: standard output is the browser's, its log is `log`
    size=$1
    shift
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --no-first-run \
        --user-data-dir="$tmp/profile" --window-size="$size" --enable-logging=stderr --v=0 "$@" 2>log
}
quiet() { ! grep CONSOLE log || fail "$1: words on the console"; }

"$make_tech" >tech.xml || exit 1
"$bin/tlut-dse" --tech ./tech.xml --act int8 --mu 1..4 --luts 1..24 --fetchers 1..64 --network tree,chain --pipe-fetch 0,1 \
    --pipe-reduce 0,1 --macs-per-cycle 64.. --minimize area --maximize throughput -o out >/dev/null || fail "the sweep failed"
front=$(($(wc -l <out/pareto.csv) - 1))
page=file://$tmp/out/report.html

# screenshots: wide and narrow, light and dark; a page without content has a hundredth of the bytes
echo '<!DOCTYPE html><title>empty</title>' >empty.html
browse 1280,2000 --screenshot="$tmp/empty.png" "file://$tmp/empty.html" >/dev/null
[ -s empty.png ] || fail "Chromium takes no screenshots: $(tail -3 log)"
shot() { # shot NAME SIZE ARGUMENT...
    name=$1 size=$2
    shift 2
    browse "$size" --screenshot="$tmp/$name.png" "$@" "$page" >/dev/null
    quiet "$name"
    [ -s "$name.png" ] || fail "$name: no screenshot"
    [ "$(wc -c <"$name.png")" -gt $((10 * $(wc -c <empty.png))) ] || fail "$name: the screenshot is empty"
    [ -z "$keep" ] || { mkdir -p "$keep" && cp "$name.png" "$keep"; }
}
shot light 1280,2000
shot dark 1280,2000 --blink-settings=preferredColorScheme=0
shot phone 390,2600
shot phone-dark 390,2600 --blink-settings=preferredColorScheme=0
! cmp -s light.png dark.png || fail "dark mode changes nothing"

# what the browser made of it
browse 1280,2000 --dump-dom "$page" >dom
quiet "the page"
[ "$(grep -c '<tr id="f[0-9]*" data-index=' dom)" = "$front" ] || fail "the table has not the $front points of the front"
[ "$(grep -o '<g class="pt"' dom | wc -l)" = "$front" ] || fail "the plot has not the $front points of the front"

# a page with a script of ours at its end, which writes what it finds into the title
with() {
    sed '$d' out/report.html >"$1.html"
    sed -n '$p' out/report.html | grep -q '^</html>' || fail "the page does not end with </html>"
    printf '<script>%s</script></html>\n' "$2" >>"$1.html"
}
try() { # try NAME SIZE SCRIPT: the script sets `found` to true
    with "$1" "let found = false; $3; document.title = 'found ' + found;"
    browse "$2" --dump-dom "file://$tmp/$1.html" >dom
    quiet "$1"
    grep -q '<title>found true</title>' dom || fail "$1: $(grep -o '<title>.*</title>' dom)"
}
try sorted 1280,2000 'const head = document.querySelectorAll("#front-table thead th")[4].querySelector("button");
const values = function () { return Array.from(document.querySelectorAll("#front-table tbody tr"), function (r) { return Number(r.cells[4].dataset.v); }); };
head.click(); const up = values(); head.click(); const down = values();
found = up.length > 2 && up[0] < up[up.length - 1] && up.every(function (v, i) { return i === 0 || up[i - 1] <= v; }) &&
  down.every(function (v, i) { return i === 0 || down[i - 1] >= v; })'
try row 1280,2000 'const point = document.querySelectorAll(".pt")[3]; point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
found = document.querySelectorAll("tr.on").length === 1 && document.querySelector("tr.on").id === "f" + point.dataset.row'
try words 1280,2000 'const point = document.querySelectorAll(".pt")[3], told = point.querySelector("title"), text = told.textContent;
told.remove(); point.dispatchEvent(new MouseEvent("mouseenter")); const again = point.querySelector("title").textContent;
found = again.split(", ").length === 3 && again.split(", ")[0].replace(/\s/g, "") === text.split(", ")[0].replace(/\s/g, "") && again.includes("tlut-gen --mu")'
try point 1280,2000 'document.getElementById("f2").dispatchEvent(new MouseEvent("mouseenter"));
found = document.querySelectorAll(".pt.on").length === 1'
# a window is never narrower than 500 pixels, a frame is
with narrow 'const e = document.documentElement; parent.postMessage(e.clientWidth + " " + e.scrollWidth, "*");'
cat >framed.html <<'END'
<!DOCTYPE html><title>no answer</title><script>onmessage = function (m) { document.title = m.data; };</script>
<iframe src="narrow.html" style="width: 390px; height: 2600px; border: 0"></iframe>
END
browse 1280,2700 --dump-dom "file://$tmp/framed.html" >dom
quiet narrow
grep -q '<title>3\([0-9]*\) 3\1</title>' dom || fail "a phone has to scroll sideways: $(grep -o '<title>.*</title>' dom)"
try plots 1280,2000 'const drawn = Array.from(document.querySelectorAll("figure svg"));
found = drawn.length > 5 && drawn.every(function (s) { const b = s.getBoundingClientRect(); return b.width > 200 && b.height > 100; }) &&
  drawn.every(function (s) { return Array.from(s.querySelectorAll("text")).every(function (t) {
    const a = t.getBoundingClientRect(), b = s.getBoundingClientRect();
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1; }); })'
try overlap 1280,2000 'found = Array.from(document.querySelectorAll("figure svg")).every(function (s) {
  const box = Array.from(s.querySelectorAll("text")).filter(function (t) { return t.textContent.trim(); }).map(function (t) { return t.getBoundingClientRect(); });
  return box.every(function (a, i) { return box.every(function (b, k) { return k <= i || a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 4 || b.bottom <= a.top + 4; }); }); })'
# and these tests do notice
with broken 'nowhere.at.all()'
browse 1280,2000 --dump-dom "file://$tmp/broken.html" >/dev/null
grep -q 'CONSOLE.*nowhere' log || fail "an error on the console goes unnoticed"
