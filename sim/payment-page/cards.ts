export type TestCard = {
  id: string
  number: string
  /** What the card demonstrates, as the page describes it. */
  does: string
  checkout: 'paid' | 'declined' | 'challenge'
  /** The outcome of later automatic charges. */
  renewal: 'paid' | 'declined'
  /** After the payment, the customer does not return to the shop. */
  losesReturn?: boolean
}

/** Numbers that real card networks reserve for tests. */
export const testCards: readonly TestCard[] = [
  { id: 'good', number: '4242 4242 4242 4242', does: 'Pays', checkout: 'paid', renewal: 'paid' },
  { id: 'declined', number: '4000 0000 0000 0002', does: 'Is declined', checkout: 'declined', renewal: 'declined' },
  { id: 'challenge', number: '4000 0000 0000 3220', does: 'The bank asks first', checkout: 'challenge', renewal: 'paid' },
  { id: 'fails-later', number: '4000 0000 0000 0341', does: 'Pays now, fails at the renewal', checkout: 'paid', renewal: 'declined' },
  { id: 'lost-return', number: '4000 0000 0000 3055', does: 'Pays, but you are not sent back', checkout: 'paid', renewal: 'paid', losesReturn: true },
] // prettier-ignore

export const cardOf = (id: string | null): TestCard | undefined =>
  testCards.find((card) => card.id === id)
