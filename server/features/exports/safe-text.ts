// Control characters except tab and line ends, lone surrogates, and the two code points that XML forbids.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/** Removes characters that no spreadsheet can hold and no reader can see; they may only hide the text behind them. */
export const visibleText = (value: string): string => value.toWellFormed().replace(UNSEEN, '')

/**
 * Characters that make a cell a formula, also in the wide forms of East Asian keyboards. A leading tab or line end counts, since some
 * programs skip it.
 */
const OPENS_FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/

export const opensFormula = (value: string): boolean => OPENS_FORMULA.test(value)

/**
 * Places within a text where a program that splits the file by other rules than commas and quotes (a spreadsheet set up for semicolons)
 * would see the start of a cell.
 */
const INNER_CELL = /([;\t\r\n]["'\s]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A text that no spreadsheet takes for a formula: an apostrophe before a possible formula marks it as text. */
export function neutralText(value: string): string {
  const inside = value.replace(INNER_CELL, "$1'")
  return opensFormula(inside) ? `'${inside}` : inside
}
