import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getBrief } from '#contracts/workspace/brief.ts'
import { q } from '#web/api/query.ts'
import { fieldsOf, readStored, store } from '#web/lib/browser/browser-storage.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'

/**
 * The brief stays as it was when the page opened, so that no line moves up while another is dealt
 * with; the next visit reads it again.
 */
export const briefQuery = {
  ...q(getBrief, {}),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

const KEY = 'brief-height'

/** The next visit reserves as much room, so that nothing below moves. */
export function keepHeight(box: HTMLElement | null): void {
  if (box && !box.querySelector('.bone')) store(KEY, { px: box.offsetHeight })
}

/** Null before a first visit in this browser. */
function keptHeight(): number | null {
  const { px } = fieldsOf(readStored(KEY))
  return typeof px === 'number' && px >= 0 && px < 4_000 ? px : null
}

/** Whether the page has to wait for the brief, because its height is unknown. */
export function useIsRoomUnknown(): boolean {
  const { isPending } = useQuery(briefQuery)
  const [isKnown] = useState(() => keptHeight() !== null)
  return !isKnown && isPending
}

export function BriefBones({ px = keptHeight() ?? 0 }: { px?: number }) {
  return px === 0 ? null : (
    <div aria-busy className="work:col-span-full" style={{ height: px }}>
      <Bone className="h-full rounded-lg" />
    </div>
  )
}
