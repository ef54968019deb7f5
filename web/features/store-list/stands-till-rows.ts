import type { ListAddress } from './list-address.ts'

/**
 * Whether the rendered rows may stay until the requested rows arrive. A different view has a different screen, which appears at once;
 * products use a different call.
 */
export const standsTillRows = (drawn: ListAddress, asked: ListAddress, isAnswered: boolean): boolean =>
  !isAnswered && drawn.view === asked.view && asked.view !== 'products'
