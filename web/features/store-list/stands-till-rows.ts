import type { ListAddress } from './list-address.ts'

/**
 * Whether what is drawn may stand until the rows of what is asked for are there. Another view has another screen, which comes at once;
 * products are another call.
 */
export const standsTillRows = (drawn: ListAddress, asked: ListAddress, isAnswered: boolean): boolean =>
  !isAnswered && drawn.view === asked.view && asked.view !== 'products'
