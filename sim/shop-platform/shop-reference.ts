/** New shops, shops that are years old, and hosts that are not (or no longer) shops are numbered separately. */
export type Side = 'new' | 'old' | 'stray'

export type ShopReference = { side: Side; ordinal: number }

export const SIDES: readonly Side[] = ['new', 'old', 'stray']
export const sideNumber = (side: Side): number => SIDES.indexOf(side)
