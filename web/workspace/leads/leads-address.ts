import { type LeadDue, LeadSort } from '#contracts/workspace/leads.ts'
import { StageKey } from '#contracts/workspace/stage-keys.ts'

export const leadViews = ['board', 'table'] as const
export type LeadView = (typeof leadViews)[number]

/** Of a narrow choice only; `later` is what is left. */
export const dueTabs = ['overdue', 'today', 'none'] as const satisfies readonly LeadDue[]
export type DueTab = 'all' | (typeof dueTabs)[number]

export type LeadsAddress = {
  view: LeadView
  due: DueTab
  q: string
  /** Of the table; null = all. On phones the column that the board shows. */
  stage: StageKey | null
  /** Of the table. */
  sortBy: LeadSort
  sortDirection: 'ASC' | 'DESC'
  /** Of the table, 0-based. */
  page: number
  /** Of the columns, where they differ from the usual. */
  orders: Readonly<Record<string, LeadSort>>
}

/** Rows of a page of the table. */
export const TABLE_SIZE = 50
const MAX_TEXT = 100
const MAX_ORDERS = 20

const sortAt = (text: string | null | undefined) => LeadSort.options.find((each) => each === text)

export function readLeads(params: URLSearchParams): LeadsAddress {
  const stage = StageKey.safeParse(params.get('stage'))
  const sortBy = sortAt(params.get('sortBy')) ?? 'due'
  return {
    view: leadViews.find((each) => each === params.get('view')) ?? 'board',
    due: dueTabs.find((each) => each === params.get('due')) ?? 'all',
    q: (params.get('q') ?? '').slice(0, MAX_TEXT),
    stage: stage.success ? stage.data : null,
    sortBy,
    sortDirection: params.get('sortDirection') === 'DESC' ? 'DESC' : 'ASC',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1) - 1,
    orders: readOrders(params.get('orders') ?? ''),
  }
}

function readOrders(text: string): Record<string, LeadSort> {
  const pairs = text.split(',', MAX_ORDERS).flatMap((part) => {
    const [stage = '', order] = part.split('.')
    const sort = sortAt(order)
    return sort ? [[stage, sort] as const] : []
  })
  return Object.fromEntries(pairs)
}

/** Whom to write to first is a question of the score, what closed a case of its closing. */
export function usualOrder(stage: StageKey): LeadSort {
  if (stage === 'toContact') return 'score'
  return stage === 'lost' ? 'movedAt' : 'due'
}

export const orderOf = ({ orders }: Pick<LeadsAddress, 'orders'>, stage: StageKey): LeadSort =>
  orders[stage] ?? usualOrder(stage)

type Change = Partial<Record<keyof Omit<LeadsAddress, 'orders'>, string | number | null>> & {
  orders?: LeadsAddress['orders']
}

/** A new choice starts on the first page; defaults are not written. */
export function withLeads(params: URLSearchParams, { orders, ...change }: Change): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('page')
  const usual: Record<string, string> = {
    view: 'board',
    due: 'all',
    sortBy: 'due',
    sortDirection: 'ASC',
    page: '0',
  }
  for (const [name, value] of Object.entries(change)) {
    const text = value === null ? '' : String(value)
    if (text === '' || text === usual[name]) next.delete(name)
    else next.set(name, name === 'page' ? String(Number(text) + 1) : text)
  }
  if (orders) {
    const own = Object.entries(orders).map(([stage, sort]) => `${stage}.${sort}`)
    if (own.length > 0) next.set('orders', own.join(','))
    else next.delete('orders')
  }
  return next
}
