import {
  ChangeKind,
  type ProductEventKind,
  STORE_CHANGES,
  type StoreEventKind,
} from '#contracts/catalog/timeline.ts'

export const groupOf = (kind: ChangeKind) =>
  isOfStore(kind) ? STORE_CHANGES[kind].group : 'products'

const isOfStore = (kind: StoreEventKind | ProductEventKind): kind is StoreEventKind =>
  kind in STORE_CHANGES

/** The kinds of changes by subject, in the order of the menu. */
export const CHANGE_GROUPS = (['life', 'technology', 'contact', 'products'] as const).map(
  (name) => ({ name, kinds: ChangeKind.options.filter((kind) => groupOf(kind) === name) }),
)

export type ChangeGroupName = (typeof CHANGE_GROUPS)[number]['name']
