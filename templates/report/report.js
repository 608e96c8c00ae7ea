/* SPDX-License-Identifier: Apache-2.0 */
"use strict";
// tables: a click on a column's head sorts by it, a second one the other way
document.querySelectorAll("table.sort thead button").forEach(function (button) {
  button.addEventListener("click", function () {
    const head = button.closest("th"), body = head.closest("table").tBodies[0];
    const down = head.getAttribute("aria-sort") === "ascending", column = head.cellIndex;
    head.parentNode.querySelectorAll("th").forEach(function (th) { th.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = Array.from(body.rows, function (row) { return [Number(row.cells[column].dataset.v), row]; });
    rows.sort(function (a, b) { return down ? b[0] - a[0] : a[0] - b[0]; });
    rows.forEach(function (pair) { body.append(pair[1]); });
  });
});
// commands: the button copies the one of its row or box
document.addEventListener("click", function (event) {
  const button = event.target.closest(".copy");
  if (!button) return;
  const code = button.closest("tr, .command, dd").querySelector("code"), done = function () {
    button.textContent = "copied";
    setTimeout(function () { button.textContent = "copy"; }, 1200);
  };
  const select = function () {
    getSelection().selectAllChildren(code);
    if (document.execCommand("copy")) done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(done, select);
  else select();
});
// points of the front and rows of its table show each other
function both(row, on) {
  document.querySelectorAll('.pt[data-row="' + row.id.slice(1) + '"]').forEach(function (p) { p.classList.toggle("on", on); });
}
document.querySelectorAll("#front-table tbody tr").forEach(function (row) {
  row.addEventListener("mouseenter", function () { both(row, true); });
  row.addEventListener("mouseleave", function () { both(row, false); });
});
document.querySelectorAll(".pt").forEach(function (point) {
  point.addEventListener("mouseenter", function () {
    if (point.querySelector("title")) return;
    const row = document.getElementById("f" + point.dataset.row), heads = document.querySelectorAll("#front-table .goal");
    const figures = Array.from(heads, function (head) {
      return row.cells[head.cellIndex].textContent + " " + head.querySelector("i").textContent;
    });
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = figures.join(", ") + ", " + row.querySelector("code").textContent;
    point.prepend(title);
  });
  point.addEventListener("click", function () {
    const row = document.getElementById("f" + point.dataset.row);
    document.querySelectorAll("tr.on").forEach(function (r) { r.classList.remove("on"); });
    row.classList.add("on");
    row.scrollIntoView({ block: "center" });
  });
});
