const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** For the clipboard: texts in quotes, figures without; null is an empty field. */
export const toCsv = (lines: readonly (readonly (string | number | null)[])[]) =>
  lines
    .map((line) =>
      line.map((each) => (typeof each === 'string' ? quoted(each) : (each ?? ''))).join(','),
    )
    .join('\r\n')
