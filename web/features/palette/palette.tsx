import { useState } from 'react'
import { isPaid, useSession } from '#web/lib/session.tsx'
import { useSettled } from '#web/lib/use-settled.ts'
import { arrangeItems } from './arrange-items.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import type { SurfaceProps } from './palette-layer.tsx'
import { PaletteNote } from './palette-note.tsx'
import { useFilterItems } from './use-filter-items.ts'
import { useFoundStores } from './use-found-stores.ts'
import { usePaletteItems } from './use-palette-items.ts'
import { useResearchItems } from './use-research-items.ts'

/** One place for navigation, search and actions: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ inside a dialog. */
export function Palette(props: SurfaceProps) {
  return isPaid(useSession()) ? <MemberPalette {...props} /> : <PublicPalette {...props} />
}

const ASKS_AFTER_MS = 200

function MemberPalette(props: SurfaceProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const find = useSettled(wanted, ASKS_AFTER_MS)
  const general = usePaletteItems()
  const { items: research, days } = useResearchItems(wanted)
  const filters = useFilterItems(find)
  const { items: stores, search } = useFoundStores(wanted, find)
  const groups = arrangeItems([...general, ...research, ...filters, ...stores], wanted)
  return (
    <PaletteDialog
      {...props}
      text={text}
      onWrite={setText}
      groups={groups}
      isBusy={search.kind === 'searching'}
      isSearching
      note={<PaletteNote text={wanted} isEmpty={groups.length === 0} search={search} days={days} />}
    />
  )
}

/** Guests and visitors can open the public pages, and choose language and appearance. */
function PublicPalette(props: SurfaceProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const groups = arrangeItems(usePaletteItems(), wanted)
  return (
    <PaletteDialog
      {...props}
      text={text}
      onWrite={setText}
      groups={groups}
      note={<PaletteNote text={wanted} isEmpty={groups.length === 0} search={{ kind: 'none' }} days={null} />}
    />
  )
}
