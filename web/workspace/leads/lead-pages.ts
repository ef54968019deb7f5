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
  const { sortBy, due, q, today } = filter
  const column = useInfiniteQuery({
    queryKey: keyOf(stage, filter),
    queryFn: ({ client, pageParam, signal }) =>
      call(
        transportOf(client),
        listLeads,
        {
          query: {
            stage,
            sortBy,
            due,
            q,
            today,
            page: String(pageParam),
            size: String(COLUMN_STEP),
          },
        },
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

const PARTS: readonly LeadDue[] = ['overdue', 'today', 'later', 'none']

/** As the server sorts them. */
export function compareLeads(sortBy: string, today: Day): (a: Lead, b: Lead) => number {
  const partOf = (lead: Lead) => PARTS.indexOf(dueOf(lead, today))
  return (a, b) => partOf(a) - partOf(b) || compareWithin(sortBy, a, b)
}

function compareWithin(sortBy: string, a: Lead, b: Lead): number {
  if (sortBy === 'movedAt') return b.movedAt < a.movedAt ? -1 : b.movedAt > a.movedAt ? 1 : 0
  if (sortBy === 'score') return (b.score?.points ?? 0) - (a.score?.points ?? 0)
  if (sortBy === 'name') return a.store.name.localeCompare(b.store.name)
  return (a.nextDay ?? '') < (b.nextDay ?? '') ? -1 : (a.nextDay ?? '') > (b.nextDay ?? '') ? 1 : 0
}

/** Shows a lead as it is now in every list that was read; null = it is none any more. */
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

/** Exported for its test. */
export function inColumn(data: Column, key: QueryKey, before: Lead, after: Lead | null): Column {
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
    stages: board.stages.map((stage) => ({
      ...stage,
      leads: stage.leads + Number(after?.stage === stage.key) - Number(before.stage === stage.key),
    })),
  }
}

/** Those of the lists on the screen, in their order. */
export function shownLeads(client: QueryClient): Lead[] {
  const shown = { type: 'active' } as const
  const columns = client.getQueriesData<Column>({ queryKey: COLUMNS, ...shown })
  const tables = client.getQueriesData<LeadPage>({
    queryKey: [listLeads.name],
    predicate: isTable,
    ...shown,
  })
  return leadsOf([
    ...columns.flatMap(([, data]) => data?.pages ?? []),
    ...tables.flatMap(([, page]) => page ?? []),
  ])
}

/** By the id of its store. */
export const shownLead = (client: QueryClient, id: number): Lead | undefined =>
  shownLeads(client).find(({ store }) => store.id === id)
