import {
  ArrowRightLeft,
  AtSign,
  Coins,
  DoorClosed,
  DoorOpen,
  Eye,
  FileText,
  Globe,
  ListOrdered,
  LockKeyhole,
  type LucideIcon,
  Package,
  PackageX,
  Palette,
  Puzzle,
  Radio,
  Share2,
  TrendingDown,
  TrendingUp,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChangeKind, TimelineEvent } from '#contracts/catalog/timeline.ts'
import { useItemText } from '#web/catalog/store/item-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

/** The weightiest first: it speaks for a store with several changes. */
export const changeIcons: Record<ChangeKind, LucideIcon> = {
  opened: DoorOpen,
  reopened: DoorOpen,
  closed: DoorClosed,
  protected: LockKeyhole,
  moved: ArrowRightLeft,
  theme_changed: Palette,
  price_down: TrendingDown,
  price_up: TrendingUp,
  app_added: Puzzle,
  app_removed: Puzzle,
  pixel_added: Radio,
  pixel_removed: Radio,
  sold_out: PackageX,
  restocked: Package,
  product_added: Package,
  product_returned: Package,
  product_removed: PackageX,
  best_seller: ListOrdered,
  contact_added: AtSign,
  contact_removed: AtSign,
  social_added: Share2,
  social_removed: Share2,
  policy_added: FileText,
  policy_removed: FileText,
  country_changed: Globe,
  currency_changed: Coins,
  theme_updated: Palette,
  found: Eye,
}

const MAX_ITEMS = 2

/** What a store did, as the rest of a sentence that begins with its name. All of one kind. */
export function useSentence(changes: readonly TimelineEvent[]): string {
  const { t } = useTranslation('changes')
  const formats = useFormats()
  const itemText = useItemText()
  const [first] = changes
  if (!first) return ''
  const { kind, before, after } = first
  if (kind === 'theme_changed' && before && after) return t('did.moved_theme', { before, after })
  const named = changes.flatMap((change) => itemText(change) ?? [])
  const more = named.length - MAX_ITEMS
  const items = named.slice(0, MAX_ITEMS).join(', ')
  const count = changes.reduce((sum, { products }) => sum + (products?.total ?? 0), 0)
  const did = t(`did.${kind}`, {
    items: more > 0 ? `${items} +${formats.number(more)}` : items,
    ...formats.counted(count),
  })
  const share = kind === 'price_down' || kind === 'price_up' ? mostChanged(changes) : 0
  return share === 0 ? did : `${did}, ${t('did.upTo', { share: formats.change(share) })}`
}

/** The largest change of a named price, −0.7 for a cut of 70 %; 0 when none is known. */
export function mostChanged(changes: readonly TimelineEvent[]): number {
  const shares = changes
    .flatMap(({ products }) => products?.named ?? [])
    .flatMap(({ before, after }) =>
      Number(before) > 0 && after !== null ? Number(after) / Number(before) - 1 : [],
    )
  return shares.reduce((most, share) => (Math.abs(share) > Math.abs(most) ? share : most), 0)
}
