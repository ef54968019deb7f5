import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Day } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  type Lead,
  type LeadDue,
  type LeadSort,
  listLeads,
  listStages,
} from '#contracts/workspace/leads.ts'
import type { StageKey } from '#contracts/workspace/stage-keys.ts'
import { call } from '#web/api/call.ts'
import { transportOf } from '#web/api/query.ts'
import { dueOf } from './lead-day.ts'

export type LeadPage = ResponseOf<typeof listLeads>
type Board = ResponseOf<typeof listStages>
type Column = InfiniteData<LeadPage, number>

export type LeadFilter = {
  due?: LeadDue | undefined
  q?: string | undefined
  sortBy: LeadSort
  today: Day
}

export const COLUMN_STEP = 50

const COLUMNS = [listLeads.name, 'column'] as const
/** Texts, so that a key says by itself which leads it holds, and in which order. */
const keyOf = (stage: StageKey, { due, q, sortBy, today }: LeadFilter) =>
  [...COLUMNS, stage, sortBy, today, due ?? '', q ?? ''] as const

/** The leads of a stage, as far as they were needed. */
export function useColumn(stage: StageKey, filter: LeadFilter) {
  const column = useInfiniteQuery({
    queryKey: keyOf(stage, filter),
    queryFn: ({ client, pageParam, signal }) =>
      call(
        transportOf(client),
        listLeads,
        { query: { ...filter, stage, page: String(pageParam), size: String(COLUMN_STEP) } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: nextPage,
  })
  const { data } = column
  const leads = useMemo(() => leadsOf(data?.pages ?? []), [data])
  return { column, leads }
}

/** A lead that moved while pages were read may be on two of them. */
export const leadsOf = (pages: readonly LeadPage[]): Lead[] => [
  ...new Map(pages.flatMap(({ content }) => content).map((lead) => [lead.store.id, lead])).values(),
]

/**
 * Leads that left since have moved the later ones forward, so the next page is counted from what is
 * there; null at the end.
 */
export function nextPage(last: LeadPage, pages: readonly LeadPage[]): number | null {
  const have = leadsOf(pages).length
  if (have >= last.totalElements) return null
  const next = Math.floor(have / COLUMN_STEP)
  // A page that brought nothing new would be asked for without end.
  const page =
    pages.length > 1 && leadsOf(pages.slice(0, -1)).length === have ? last.page + 1 : next
  return page * COLUMN_STEP < last.totalElements ? page : null
}

/** As the server sorts them. */
function compareLeads(sortBy: string, today: Day): (a: Lead, b: Lead) => number {
  const dayOf = (lead: Lead) => (dueOf(lead, today) === 'none' ? NEVER : (lead.nextDay ?? NEVER))
  return (a, b) => {
    if (sortBy === 'movedAt') return compareTexts(b.movedAt, a.movedAt)
    if (sortBy === 'score') return (b.score?.points ?? 0) - (a.score?.points ?? 0)
    if (sortBy === 'name') return a.store.name.localeCompare(b.store.name)
    return compareTexts(dayOf(a), dayOf(b))
  }
}

/** Sorts behind every day. */
const NEVER = '~'
const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Shows a lead as it is now in every list that was read; null = it is no longer a lead. */
export function showLead(client: QueryClient, before: Lead, after: Lead | null): void {
  for (const [key, data] of client.getQueriesData<Column>({ queryKey: COLUMNS }))
    if (data) client.setQueryData(key, inColumn(data, key, before, after))
  client.setQueriesData<LeadPage>(
    { queryKey: [listLeads.name], predicate: isTable },
    (page) =>
      page && {
        ...page,
        content: page.content.flatMap((lead) => (isSame(lead, before) ? (after ?? []) : lead)),
      },
  )
  client.setQueriesData<Board>(
    { queryKey: [listStages.name] },
    (board) => board && counted(board, before, after),
  )
}

const isTable = ({ queryKey }: { queryKey: QueryKey }) => queryKey[1] !== COLUMNS[1]
const isSame = (a: Lead, b: Lead) => a.store.id === b.store.id

function inColumn(data: Column, key: QueryKey, before: Lead, after: Lead | null): Column {
  const [, , stage, sortBy, today, due] = key.map(String)
  const had = data.pages.some(({ content }) => content.some((lead) => isSame(lead, before)))
  const fits =
    after !== null && after.stage === stage && (due === '' || dueOf(after, today ?? '') === due)
  if (!had && !fits) return data
  const pages = data.pages.map((page) => ({
    ...page,
    totalElements: page.totalElements + Number(fits) - Number(had),
    content: page.content.filter((lead) => !isSame(lead, before)),
  }))
  return {
    ...data,
    pages: fits ? inserted(pages, after, compareLeads(sortBy ?? '', today ?? '')) : pages,
  }
}

function inserted(
  pages: LeadPage[],
  lead: Lead,
  compare: (a: Lead, b: Lead) => number,
): LeadPage[] {
  const at = pages.findIndex(({ content }) => content.some((each) => compare(lead, each) < 0))
  const page = pages.at(at)
  if (!page) return pages
  const place =
    at === -1 ? page.content.length : page.content.findIndex((each) => compare(lead, each) < 0)
  return pages.with(at, { ...page, content: page.content.toSpliced(place, 0, lead) })
}

function counted(board: Board, before: Lead, after: Lead | null): Board {
  return {
    ...board,
    stages: board.stages.map((stage) => {
      const more = Number(after?.stage === stage.key) - Number(before.stage === stage.key)
      return more === 0 ? stage : { ...stage, leads: stage.leads + more }
    }),
  }
}

/** Those of the lists on the screen, in their order. */
export const shownLeads = (client: QueryClient): Lead[] => leadsIn(client, 'active')

function leadsIn(client: QueryClient, type: 'active' | 'all'): Lead[] {
  const columns = client.getQueriesData<Column>({ queryKey: COLUMNS, type })
  const tables = client.getQueriesData<LeadPage>({
    queryKey: [listLeads.name],
    predicate: isTable,
    type,
  })
  return leadsOf([
    ...columns.flatMap(([, data]) => data?.pages ?? []),
    ...tables.flatMap(([, page]) => page ?? []),
  ])
}

/**
 * By the id of its store. While rows in another order are on their way, the screen keeps those of
 * the list before.
 */
export function shownLead(client: QueryClient, id: number): Lead | undefined {
  const isMeant = ({ store }: Lead) => store.id === id
  return shownLeads(client).find(isMeant) ?? leadsIn(client, 'all').find(isMeant)
}
