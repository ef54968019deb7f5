import type { ChangeKind } from '#contracts/stores/timeline.ts'

type ChangeGroup = {
  name: 'life' | 'technology' | 'contact' | 'products'
  kinds: readonly ChangeKind[]
}

/** The kinds of changes by subject, in the order of the menu. */
export const CHANGE_GROUPS: readonly ChangeGroup[] = [
  {
    name: 'life',
    kinds: [
      'found',
      'opened',
      'protected',
      'closed',
      'reopened',
      'moved',
      'currency_changed',
      'country_changed',
    ],
  },
  {
    name: 'technology',
    kinds: [
      'theme_changed',
      'theme_updated',
      'app_added',
      'app_removed',
      'pixel_added',
      'pixel_removed',
    ],
  },
  {
    name: 'contact',
    kinds: [
      'contact_added',
      'contact_removed',
      'social_added',
      'social_removed',
      'policy_added',
      'policy_removed',
    ],
  },
  {
    name: 'products',
    kinds: [
      'product_added',
      'product_removed',
      'product_returned',
      'sold_out',
      'restocked',
      'price_up',
      'price_down',
      'best_seller',
    ],
  },
]

export type ChangeGroupName = ChangeGroup['name']

export const groupOf = (kind: ChangeKind): ChangeGroupName =>
  CHANGE_GROUPS.find(({ kinds }) => kinds.includes(kind))?.name ?? 'life'
