import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Lead, type LeadSort, listLeads, type Stage } from '#contracts/workspace/leads.ts'
import { qKept } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { CountryPlate } from '#web/ui/store/labels.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { peekLink } from '#web/ui/store/use-peek.ts'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { useLeads } from './lead-actions.tsx'
import { CardBox, Fork, LeadDay } from './lead-card.tsx'
import type { LeadFilter } from './lead-pages.ts'
import type { LeadsAddress } from './leads-address.ts'
import { StageSelect } from './stage-select.tsx'

export const TABLE_SIZE = 50

export const tableQuery = (address: LeadsAddress, { due, q, today }: Omit<LeadFilter, 'sortBy'>) =>
  qKept(listLeads, {
    query: {
      due,
      q,
      today,
      stage: address.stage ?? undefined,
      sortBy: address.sortBy,
      sortDirection: address.sortDirection,
      page: String(address.page),
      size: String(TABLE_SIZE),
    },
  })

type Props = {
  address: LeadsAddress
  filter: Omit<LeadFilter, 'sortBy'>
  onSort: (sortBy: LeadSort, sortDirection: 'ASC' | 'DESC') => void
  hrefOf: (page: number) => string
}

/** The rows of the board as a table, page by page. */
export function LeadsTable({ address, filter, onSort, hrefOf }: Props) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const found = useQuery(tableQuery(address, filter))
  const columns = useLeadColumns(address, filter.today, onSort)
  return (
    <Loaded
      query={found}
      skeleton={<TableSkeleton />}
      empty={({ content }) => content.length === 0 && <EmptyState title={t('nothing')} />}
      isLive
    >
      {({ content, page, totalPages, totalElements }) => (
        <>
          <DataTable
            caption={t('caption')}
            columns={columns}
            items={content}
            keyOf={({ store }) => store.id}
            rowOf={({ store }) => ({ 'data-lead': store.id })}
            className="bg-surface [&_td]:py-0! [&_th]:py-0! [&_tr]:h-row [&_thead_tr]:h-thead"
          />
          <footer className="flex flex-wrap items-center justify-between gap-3 px-pad py-3 text-xs text-muted">
            <p role="status">
              {t('place', {
                from: formats.number(page * TABLE_SIZE + 1),
                to: formats.number(page * TABLE_SIZE + content.length),
                total: formats.number(totalElements),
              })}
            </p>
            <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
          </footer>
        </>
      )}
    </Loaded>
  )
}

function useLeadColumns(
  { sortBy, sortDirection }: LeadsAddress,
  today: string,
  onSort: Props['onSort'],
): readonly Column<Lead>[] {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const sorted = (by: LeadSort) => ({
    order:
      by !== sortBy
        ? undefined
        : sortDirection === 'ASC'
          ? ('ascending' as const)
          : ('descending' as const),
    onSort: () => onSort(by, by === sortBy && sortDirection === 'ASC' ? 'DESC' : 'ASC'),
  })
  return [
    {
      head: t('columns.select'),
      isHeadHidden: true,
      className: 'w-10 ps-pad pe-0!',
      cell: (lead) => <CardBox lead={lead} isPlain />,
    },
    {
      head: t('columns.store'),
      rowHead: 'plain',
      ...sorted('name'),
      cell: (lead) => <StoreName lead={lead} />,
    },
    { head: t('columns.stage'), cell: (lead) => <LeadStage lead={lead} /> },
    {
      head: t('columns.step'),
      className: 'min-w-40 max-work:hidden',
      cell: ({ nextStep }) => nextStep ?? <Dash why={t('noStep')} />,
    },
    {
      head: t('columns.day'),
      ...sorted('due'),
      className: 'whitespace-nowrap',
      cell: (lead) =>
        lead.nextDay === null ? (
          <Dash why={t('noDay')} />
        ) : (
          <LeadDay lead={lead} today={today} sortBy="due" />
        ),
    },
    {
      head: t('columns.contacted'),
      className: 'whitespace-nowrap max-work:hidden',
      cell: ({ contactedAt }) =>
        contactedAt === null ? (
          <Dash why={t('notContacted')} />
        ) : (
          <time dateTime={contactedAt}>{formats.shortDay(contactedAt.slice(0, 10))}</time>
        ),
    },
    {
      head: t('columns.moved'),
      ...sorted('movedAt'),
      className: 'whitespace-nowrap max-lg:hidden',
      cell: ({ movedAt }) => (
        <time dateTime={movedAt}>{formats.shortDay(movedAt.slice(0, 10))}</time>
      ),
    },
  ]
}

const Dash = ({ why }: { why: string }) => (
  <span title={why} className="text-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">{why}</span>
  </span>
)

function StoreName({ lead }: { lead: Lead }) {
  const { store } = lead
  const formats = useFormats()
  const { peek } = useLeads()
  return (
    <span className="flex min-w-0 items-center gap-2.25">
      <StoreLogo url={store.logoUrl} name={store.name} className="size-6.5! text-2xs" />
      <a
        {...peekLink({ slug: store.slug, ...peek })}
        title={store.name}
        className="max-w-72 truncate font-semibold text-ink hover:underline max-sm:max-w-36"
      >
        {store.name}
      </a>
      {store.country && (
        <CountryPlate
          code={store.country}
          name={formats.country(store.country)}
          className="max-sm:hidden"
        />
      )}
      <Fork lead={lead} />
    </span>
  )
}

function LeadStage({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { stages, change } = useLeads()
  const choose = ({ key }: Stage) => void change(lead, { stage: key })
  return (
    <StageSelect
      label={t('stageOf', { name: lead.store.name })}
      stages={stages}
      value={lead.stage}
      onChange={(stage) => stage && choose(stage)}
      className="h-7 text-sm"
    />
  )
}

export const TableSkeleton = () => (
  <Skeleton className="grid gap-px">
    {Array.from({ length: 12 }, (_, at) => (
      <Bone key={at} className={cn('mx-pad my-2.75 h-4', at % 3 === 0 ? 'max-w-96' : 'max-w-72')} />
    ))}
  </Skeleton>
)
