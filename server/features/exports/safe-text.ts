// Control characters but tab and line ends; halves of pairs and the two that XML knows nothing of.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/** Without what no spreadsheet can hold and nobody can see; it may only hide what stands behind it. */
export const visibleText = (value: string): string => value.toWellFormed().replace(UNSEEN, '')

/** What makes a cell a formula, in the wide forms of East Asian keyboards too; a tab or line end before it is passed over by some programs. */
const OPENS_FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

export const opensFormula = (value: string): boolean => OPENS_FORMULA.test(value)

/**
 * The places within a text at which a program that cuts the file by other rules than commas and quotes (a spreadsheet set up for semicolons)
 * would see the start of a cell.
 */
const INNER_CELL = /([;\t\r\n]["'\s]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A text that no spreadsheet takes for a formula when it opens the file: an apostrophe before what could be one says "text". */
export function neutralText(value: string): string {
  const inside = value.replace(INNER_CELL, "$1'")
  return opensFormula(inside) ? `'${inside}` : inside
}
