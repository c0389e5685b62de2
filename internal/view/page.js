"use strict";
// Each header becomes a button: upwards, downwards, then as it was. What is
// undefined comes last both ways.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0], before = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const next = { none: "ascending", ascending: "descending", descending: "none" };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const order = next[head.ariaSort ?? "none"], sign = order === "descending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      if (order !== "none") head.setAttribute("aria-sort", order);
      body.append(...(order === "none" ? before : before.toSorted((a, b) => {
        const [x, y] = [a, b].map(row => key(row.cells[column], head));
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        return x === y ? 0 : x > y ? sign : -sign;
      })));
    });
  });
}

// key is what a cell is sorted by: its number, or its text in a column of
// words.
function key(cell, head) {
  if (!head.classList.contains("number")) return cell.textContent;
  return "value" in cell.dataset ? Number(cell.dataset.value) : undefined;
}
