import {
  type Announcements,
  closestCenter,
  type CollisionDetection,
  type DndContextProps,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  type UniqueIdentifier,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead, Stage } from '#contracts/workspace/leads.ts'
import type { StageKey } from '#contracts/workspace/stage-keys.ts'
import { createStore } from '#web/lib/create-store.ts'
import { Kbd } from '#web/ui/badge.tsx'
import { useLeads } from './lead-actions.tsx'
import { shownLead } from './lead-pages.ts'
import { useStageNameOf } from './stages.tsx'

/** Further than a click that was not quite still. */
const MOUSE = { activationConstraint: { distance: 5 } }
/** A finger that rests lifts the card; one that moves scrolls. */
const PRESS = { delay: 350, tolerance: 8 }
const TOUCH = { activationConstraint: PRESS }
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }
const TAB = 'tab:'

type Lifted = { lead: Lead; into: StageKey | null; isByKeys: boolean }

const stageIn = (stages: readonly Stage[], id: UniqueIdentifier | undefined) =>
  stages.find(({ key }) => key === String(id).replace(TAB, ''))

/** Lifting, moving and dropping cards, by mouse, finger and keys. */
export function useBoardDrag(stages: readonly Stage[]) {
  const client = useQueryClient()
  const { change, ticks } = useLeads()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [place] = useState(() => createStore<number | null>(null))
  const { announcements, instructions } = useSpokenDrag(stages, (id) =>
    shownLead(client, Number(id)),
  )
  const order = stages.map(({ key }) => key).join(' ')
  // Other sensors would render every card again.
  const byKeys = useMemo(
    () => ({ keyboardCodes: KEYS, coordinateGetter: toNextColumn(order.split(' '), place) }),
    [order, place],
  )
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, byKeys),
  )
  const context: DndContextProps = {
    sensors,
    collisionDetection: underPointer,
    accessibility: { announcements, screenReaderInstructions: { draggable: instructions } },
    onDragStart({ active, activatorEvent }: DragStartEvent) {
      place.set(null)
      const lead = shownLead(client, Number(active.id))
      if (lead) setLifted({ lead, into: null, isByKeys: activatorEvent instanceof KeyboardEvent })
    },
    onDragOver: ({ over }) =>
      setLifted((at) => at && { ...at, into: stageIn(stages, over?.id)?.key ?? null }),
    onDragCancel: () => setLifted(null),
    onDragEnd({ over, delta, activatorEvent }) {
      setLifted(null)
      if (!lifted) return
      const { lead, isByKeys } = lifted
      const stage = stageIn(stages, over?.id)
      const isTouch = !isByKeys && !(activatorEvent instanceof MouseEvent)
      // A finger that lifted a card and let it go where it was has ticked it.
      if (isTouch && Math.hypot(delta.x, delta.y) < PRESS.tolerance) ticks.tick(lead.store.id, true)
      else if (stage && stage.key !== lead.stage) void change(lead, { stage: stage.key }, isByKeys)
    },
  }
  return { lifted, context }
}

/** Below the pointer; moved by keys, the column that is nearest. */
const underPointer: CollisionDetection = (drag) => {
  if (drag.pointerCoordinates) return pointerWithin(drag)
  const columns = drag.droppableContainers.filter(({ id }) => !String(id).startsWith(TAB))
  return closestCenter({ ...drag, droppableContainers: columns })
}

type Place = { current: () => number | null; set: (at: number) => void }

/**
 * Left and right: over the column beside. `place`: the one that the last key chose, because a
 * second key may come before the first has been drawn.
 */
const toNextColumn =
  (stages: readonly string[], place: Place): KeyboardCoordinateGetter =>
  (event, { currentCoordinates, context: { active, droppableRects } }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
    const lead: Lead | undefined = active?.data.current?.['lead']
    if (step === undefined || !lead) return undefined
    event.preventDefault()
    const at = place.current() ?? stages.indexOf(lead.stage)
    const rect = droppableRects.get(stages[at + step] ?? '')
    if (!rect) return undefined
    place.set(at + step)
    return { ...currentCoordinates, x: rect.left }
  }

/** What a screen reader says while a card is moved. */
function useSpokenDrag(
  stages: readonly Stage[],
  leadOf: (id: UniqueIdentifier) => Lead | undefined,
): { announcements: Announcements; instructions: string } {
  const { t } = useTranslation('leads')
  const nameOf = useStageNameOf(stages)
  const words = (id: UniqueIdentifier, over?: UniqueIdentifier) => ({
    name: leadOf(id)?.store.name ?? '',
    stage: nameOf(stageIn(stages, over)?.key ?? leadOf(id)?.stage ?? null),
  })
  return {
    instructions: t('drag.instructions'),
    announcements: {
      onDragStart: ({ active }) => t('drag.lifted', words(active.id)),
      onDragOver: ({ active, over }) => t('drag.over', words(active.id, over?.id)),
      onDragEnd: ({ active, over }) => t('drag.dropped', words(active.id, over?.id)),
      onDragCancel: ({ active }) => t('drag.back', words(active.id)),
    },
  }
}

/** While a card is lifted by keys: where it would go, and which keys there are. */
export function LiftHint({ lifted, stages }: { lifted: Lifted; stages: readonly Stage[] }) {
  const { t } = useTranslation('leads')
  const { lead, into } = lifted
  const stage = useStageNameOf(stages)(into ?? lead.stage)
  return (
    <p
      data-lift
      data-print="no"
      className="fixed inset-x-0 bottom-4 z-46 mx-auto flex min-h-9 w-max max-w-[calc(100vw-2rem)] flex-wrap items-center gap-x-2 gap-y-1 rounded-full bg-ink px-4 text-xs text-canvas shadow-float max-work:hidden [&>kbd]:ms-2 [&>kbd]:border-control [&>kbd]:bg-transparent [&>kbd]:text-xs"
    >
      <span className="font-semibold">{t('drag.hint', { name: lead.store.name, stage })}</span>
      <Kbd>← →</Kbd>
      {t('drag.keys.stage')}
      <Kbd>Enter</Kbd>
      {t('drag.keys.drop')}
      <Kbd>Esc</Kbd>
      {t('drag.keys.back')}
    </p>
  )
}

type TabProps = { stage: Stage; isFirst: boolean; children: ReactNode }

export function StageTab({ stage: { key }, isFirst, children }: TabProps) {
  const { setNodeRef, isOver } = useDroppable({ id: TAB + key })
  return (
    <a
      ref={setNodeRef}
      href={`#stage-${key}`}
      aria-current={isFirst || undefined}
      data-over={isOver || undefined}
      onClick={(event) => {
        event.preventDefault()
        document
          .getElementById(`stage-${key}`)
          ?.scrollIntoView({ inline: 'start', block: 'nearest' })
      }}
      className="relative flex shrink-0 items-center gap-1.5 px-2.25 text-sm whitespace-nowrap text-muted aria-[current=true]:font-semibold aria-[current=true]:text-ink aria-[current=true]:after:absolute aria-[current=true]:after:inset-x-2.25 aria-[current=true]:after:-bottom-px aria-[current=true]:after:h-0.5 aria-[current=true]:after:bg-sun data-over:bg-sunken data-over:text-ink"
    >
      {children}
    </a>
  )
}
