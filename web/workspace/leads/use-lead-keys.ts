import { useQueryClient } from '@tanstack/react-query'
import { type RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { Lead } from '#contracts/workspace/leads.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useBoardStages, useLeads } from './lead-actions.tsx'
import { shownLead } from './lead-pages.ts'

const LEAD = '[data-lead]'
const LINK = '[data-row-link]'

const cardOf = (element: Element | null) => element?.closest<HTMLElement>(LEAD) ?? null

/** The card that has the focus; outside of them, that of the store that is shown beside them. */
function activeCard(box: HTMLElement | null): HTMLElement | null {
  const { activeElement } = document
  if (box?.contains(activeElement)) return cardOf(activeElement)
  return cardOf(box?.querySelector(`${LINK}[aria-current]`) ?? null)
}

/** A card that a key has lifted takes the arrows itself. */
const isLifted = () => document.querySelector('[data-lift]') !== null

type Keys = { box: RefObject<HTMLElement | null>; hrefOf: (view: 'board' | 'table') => string }

/**
 * Arrows or H J K L go from lead to lead, with Shift left and right move it to the next stage; one
 * letter for each of what one does with a lead.
 */
export function useLeadKeys({ box, hrefOf }: Keys): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { ticks, ask, change } = useLeads()
  const stages = useBoardStages()
  const activeLead = (): Lead | undefined => {
    const card = activeCard(box.current)
    return card ? shownLead(client, Number(card.dataset['lead'])) : undefined
  }
  const withLead = (act: (lead: Lead) => void) => () => {
    const lead = activeLead()
    if (lead) act(lead)
  }
  const along = (step: 1 | -1) => () => isLifted() || goAlong(box.current, step)
  const across = (step: 1 | -1) => (event: KeyboardEvent) => {
    if (isLifted()) return
    const lead = activeLead()
    if (!event.shiftKey || !lead) return goAcross(box.current, step)
    const stage = stages[stages.findIndex(({ key }) => key === lead.stage) + step]
    if (stage) void change(lead, { stage: stage.key }, true)
  }
  useShortcuts({
    j: along(1),
    ArrowDown: along(1),
    k: along(-1),
    ArrowUp: along(-1),
    l: across(1),
    ArrowRight: across(1),
    h: across(-1),
    ArrowLeft: across(-1),
    x: withLead(({ store }) => ticks.tick(store.id, !ticks.has(store.id))),
    m: withLead((lead) => ask({ kind: 'stage', lead })),
    n: withLead((lead) => ask({ kind: 'step', lead })),
    e: withLead((lead) => {
      const isOnCard = cardOf(document.activeElement) !== null
      ask({ kind: 'write', lead, ...(isOnCard && { next: linkAlong(box.current, 1) }) })
    }),
    c: withLead((lead) => {
      const stage = stages.find(({ isContacted }) => isContacted)
      if (!stage) return
      // The next one to contact has the focus, as nothing is left to do with this one.
      const hasNext = goAlong(box.current, 1)
      void change(lead, { stage: stage.key, isContact: true }, !hasNext)
    }),
    b: () => void navigate(hrefOf('board')),
    t: () => void navigate(hrefOf('table')),
    '/': () => document.querySelector('[data-find-lead]')?.closest('button')?.click(),
  })
}

const cardsIn = (element: Element | null | undefined) => [
  ...(element?.querySelectorAll<HTMLElement>(LEAD) ?? []),
]

function cardAlong(box: HTMLElement | null, step: 1 | -1): HTMLElement | undefined {
  const card = activeCard(box)
  const cards = cardsIn(card?.closest('[data-stage], table') ?? box)
  return card ? cards[cards.indexOf(card) + step] : cards.at(step === 1 ? 0 : -1)
}

const linkAlong = (box: HTMLElement | null, step: 1 | -1) =>
  cardAlong(box, step)?.querySelector<HTMLElement>(LINK) ?? null

/** @returns whether there was one to go to */
function goAlong(box: HTMLElement | null, step: 1 | -1): boolean {
  const next = cardAlong(box, step)
  go(next)
  return next !== undefined
}

/** To the card at the same height in the next column. */
function goAcross(box: HTMLElement | null, step: 1 | -1): void {
  const card = activeCard(box)
  const columns = [...(box?.querySelectorAll('[data-stage]') ?? [])]
  const own = card?.closest('[data-stage]')
  if (!card || !own) return go(cardsIn(columns[0])[0])
  const top = card.getBoundingClientRect().top
  const rest =
    step === 1
      ? columns.slice(columns.indexOf(own) + 1)
      : columns.slice(0, columns.indexOf(own)).toReversed()
  const cards = cardsIn(rest.find((column) => column.querySelector(LEAD)))
  go(cards.toSorted((a, b) => distance(a, top) - distance(b, top))[0])
}

const distance = (card: HTMLElement, top: number) =>
  Math.abs(card.getBoundingClientRect().top - top)

function go(card: HTMLElement | undefined): void {
  const link = card?.querySelector<HTMLElement>(LINK)
  // A user who is reading the store beside the leads stays there.
  if (document.activeElement && document.activeElement.closest('aside')) link?.click()
  else link?.focus()
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
