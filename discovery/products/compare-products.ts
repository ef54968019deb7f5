/** Stored, between two reads of a catalogue. */
export type ProductState = {
  currency: string | null
  priceMinMinor: number | null
  /** Null = the shop does not state it. */
  available: boolean | null
  isRemoved: boolean
}

export type ProductChange = {
  kind: 'added' | 'returned' | 'sold_out' | 'restocked' | 'price_up' | 'price_down'
  beforeMinor: number | null
  afterMinor: number | null
}

/**
 * `before` = null: the product was unknown, which is news only if the whole catalogue was known
 * (`isNews`). A state compared with itself yields nothing, so recording a page twice writes no
 * change twice.
 */
export function compareProducts(
  before: ProductState | null,
  after: Omit<ProductState, 'isRemoved'>,
  { isNews }: { isNews: boolean },
): ProductChange[] {
  const change = (kind: ProductChange['kind']): ProductChange => ({
    kind,
    beforeMinor: before?.priceMinMinor ?? null,
    afterMinor: after.priceMinMinor,
  })
  if (!before) return isNews ? [change('added')] : []
  const changes: ProductChange[] = []
  if (before.isRemoved) changes.push(change('returned'))
  else if (before.available === true && after.available === false) changes.push(change('sold_out'))
  else if (before.available === false && after.available === true) changes.push(change('restocked'))
  const price = priceMove(before, after)
  if (price) changes.push(change(price))
  return changes
}

/** Does not compare amounts in two currencies, or in an unknown one. */
function priceMove(
  before: ProductState,
  after: Omit<ProductState, 'isRemoved'>,
): 'price_up' | 'price_down' | null {
  if (before.currency === null || before.currency !== after.currency) return null
  if (before.priceMinMinor === null || after.priceMinMinor === null) return null
  if (before.priceMinMinor === after.priceMinMinor) return null
  return after.priceMinMinor > before.priceMinMinor ? 'price_up' : 'price_down'
}
