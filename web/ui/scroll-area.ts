/** Attributes of an element that scrolls: without a tab stop, no keyboard could scroll it. */
export const scrollArea = (label: string) => ({ 'aria-label': label, tabIndex: 0 })
