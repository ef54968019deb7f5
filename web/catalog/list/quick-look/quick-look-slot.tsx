import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useServices } from '#web/lib/app/services.ts'
import { useMedia } from '#web/lib/browser/media.ts'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { Bone, Loaded } from '#web/ui/feedback/loaded.tsx'
import type { LookedList } from '#web/ui/store/use-peek.ts'
import { markRow, readPeek, ROOM_FOR_PEEK } from '#web/lib/navigation/peek-address.ts'

type Props = { list: LookedList }

/** The place of a store beside the list. Its code and texts load with the first look. */
export function QuickLookSlot({ list }: Props) {
  const { t } = useTranslation('list')
  const id = readPeek(useSearchParams()[0])
  const isShown = useMedia(ROOM_FOR_PEEK) && id !== null
  const services = useServices()
  const code = useQuery({
    queryKey: ['quickLook'],
    queryFn: async () => {
      const [{ QuickLook }] = await Promise.all([
        import('./quick-look.tsx'),
        loadTexts(services, ['list', 'store-details', 'saved', 'bulk', 'leads', 'follows']),
      ])
      return { QuickLook }
    },
    enabled: isShown,
    staleTime: Infinity,
  })
  const at = isShown ? list.rows.findIndex((store) => store.id === id) : -1
  const slug = list.rows[at]?.slug
  useEffect(() => {
    markRow(slug)?.scrollIntoView({ block: 'nearest' })
    return () => void markRow(undefined)
  }, [slug])
  if (!isShown) return null
  return (
    <aside
      aria-label={t('quickLook.label')}
      className="sticky top-below h-[calc(100dvh-var(--spacing-below))] w-[clamp(21rem,30vw,30rem)] shrink-0 overflow-y-auto overscroll-contain border-s border-line bg-canvas [scrollbar-width:thin] print:hidden"
    >
      <Loaded query={code} skeleton={<Bone className="m-4 h-14" />}>
        {({ QuickLook }) => <QuickLook id={id} at={at} list={list} />}
      </Loaded>
    </aside>
  )
}
