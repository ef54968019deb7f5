/**
 * New shops, years-old shops, and hosts that are not (or no longer) shops have separate numbering.
 */
export type Side = 'new' | 'old' | 'stray'

export type ShopReference = { side: Side; ordinal: number }

export const SIDES: readonly Side[] = ['new', 'old', 'stray']
export const sideNumber = (side: Side): number => SIDES.indexOf(side)
