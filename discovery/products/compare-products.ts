/** What is remembered of a product between two looks at a catalogue. */
export type ProductState = {
  currency: string | null
  priceMinMinor: number | null
  /** Null = the shop does not say. */
  available: boolean | null
  isRemoved: boolean
}

export type ProductChange = {
  kind: 'added' | 'returned' | 'sold_out' | 'restocked' | 'price_up' | 'price_down'
  beforeMinor: number | null
  afterMinor: number | null
}

/**
 * What happened to a product between two looks. `before` = null: it was not known, which says something only when the whole catalogue was
 * (`isNews`). A state compared with itself yields nothing, so recording one page twice writes no change twice.
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

/** Amounts of two currencies, or of an unknown one, are not compared. */
function priceMove(
  before: ProductState,
  after: Omit<ProductState, 'isRemoved'>,
): 'price_up' | 'price_down' | null {
  if (before.currency === null || before.currency !== after.currency) return null
  if (before.priceMinMinor === null || after.priceMinMinor === null) return null
  if (before.priceMinMinor === after.priceMinMinor) return null
  return after.priceMinMinor > before.priceMinMinor ? 'price_up' : 'price_down'
}
