import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Lead, LeadSort, listLeads } from '#contracts/workspace/leads.ts'
import { qKept } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { QuietSelect } from '#web/ui/form/quiet-select.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ScoreFigure } from '#web/ui/store/score-chip.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { useBoardStages } from './lead-actions.tsx'
import { CardBox, LeadDay } from './lead-card.tsx'
import { Dash, LeadContact, LeadDate, LeadStage, LeadStep, StoreName } from './lead-cells.tsx'
import type { LeadFilter } from './lead-pages.ts'
import { LeadsSkeleton } from './leads-skeleton.tsx'
import { type LeadsAddress, TABLE_SIZE } from './leads-address.ts'
import { useStageName } from './stages.tsx'

const tableQuery = (address: LeadsAddress, filter: Props['filter']) =>
  qKept(listLeads, {
    query: {
      ...filter,
      stage: address.stage ?? undefined,
      sortBy: address.sortBy,
      sortDirection: address.sortDirection,
      page: String(address.page),
      size: String(TABLE_SIZE),
    },
  })

type Direction = LeadsAddress['sortDirection']

export type ChangeTable = (
  change: Partial<Pick<LeadsAddress, 'stage' | 'sortBy' | 'sortDirection'>>,
) => void

type Props = {
  address: LeadsAddress
  filter: Omit<LeadFilter, 'sortBy'>
  onChange: ChangeTable
  hrefOf: (page: number) => string
}

/** Where there is no room for columns, a lead has four lines, and nothing of it is hidden. */
const LINES = {
  table:
    'max-lg:[&_:is(td,th)]:p-0! max-lg:[&_table]:block max-lg:[&_tbody]:block max-lg:[&_thead]:hidden',
  row: 'max-lg:relative max-lg:flex max-lg:h-auto! max-lg:flex-wrap max-lg:items-center max-lg:ps-12 max-lg:pe-pad max-lg:pb-2',
  select: 'max-lg:absolute max-lg:start-1 max-lg:top-0',
  store: 'max-lg:min-w-0 max-lg:basis-[calc(100%-5.5rem)]',
  score: 'max-lg:flex max-lg:basis-22 max-lg:justify-end',
  step: 'max-lg:min-w-0 max-lg:basis-[calc(100%-7.5rem)]',
  day: 'max-lg:basis-30 max-lg:text-end',
  stage: 'max-lg:basis-[calc(100%-8.5rem)]',
  contact: 'max-lg:flex max-lg:basis-34 max-lg:justify-end',
  date: 'max-lg:me-3 max-lg:text-xs max-lg:text-muted',
}

/** The rows of the board as a table, page by page. */
export function LeadsTable({ address, filter, onChange, hrefOf }: Props) {
  const { t } = useTranslation(['leads', 'list'])
  const formats = useFormats()
  const found = useQuery(tableQuery(address, filter))
  const columns = useLeadColumns(address, filter.today, onChange)
  return (
    <>
      <div className="flex h-11 items-center justify-between gap-3 border-b border-line px-2 lg:hidden">
        <StageFilter stage={address.stage} onChange={onChange} />
        <QuietSelect
          label={t('list:sort.label')}
          choices={LeadSort.options}
          value={address.sortBy}
          onChange={(sortBy) => onChange({ sortBy, sortDirection: usualDirection(sortBy) })}
        >
          {(each) => t(`leads:order.${each}`)}
        </QuietSelect>
      </div>
      <Loaded
        query={found}
        skeleton={<LeadsSkeleton />}
        empty={({ content }) => content.length === 0 && <NoLeads address={address} />}
        isLive
      >
        {({ content, page, totalPages, totalElements }) => (
          <>
            <DataTable
              caption={t('leads:caption')}
              columns={columns}
              items={content}
              keyOf={({ store }) => store.id}
              rowOf={({ store }) => ({ 'data-lead': store.id, className: LINES.row })}
              className={cn(
                'bg-surface [&_td]:py-0! [&_th]:py-0! [&_tr]:h-row [&_thead_tr]:h-thead',
                LINES.table,
              )}
            />
            <footer className="flex flex-wrap items-center justify-between gap-3 px-pad py-3 text-xs text-muted">
              <p role="status">
                {t('leads:place', {
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
    </>
  )
}

function NoLeads({ address: { stage, due, q } }: Pick<Props, 'address'>) {
  const { t } = useTranslation(['leads', 'list'])
  if (stage !== null || due !== 'all' || q !== '')
    return (
      <EmptyState
        title={t('leads:nothing')}
        action={
          <LinkButton to={paths.leads({ view: 'table' })}>{t('list:chosen.clear')}</LinkButton>
        }
      />
    )
  return (
    <EmptyState
      title={t('leads:none')}
      action={<LinkButton to={paths.list({ view: 'leads' })}>{t('leads:newLeads')}</LinkButton>}
    >
      {t('leads:empty.toContact')}
    </EmptyState>
  )
}

type FilterProps = { stage: LeadsAddress['stage']; onChange: ChangeTable }

/** Which stage the table shows. */
function StageFilter({ stage, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const nameOf = useStageName()
  const stages = useBoardStages()
  return (
    <QuietSelect
      label={t('columns.stage')}
      choices={['', ...stages.map(({ key }) => key)]}
      value={stage ?? ''}
      onChange={(chosen) =>
        onChange({ stage: stages.find(({ key }) => key === chosen)?.key ?? null })
      }
    >
      {(each) => {
        const chosen = stages.find(({ key }) => key === each)
        return chosen ? nameOf(chosen) : t('allStages')
      }}
    </QuietSelect>
  )
}

/** The best score and the latest move first. */
const usualDirection = (by: LeadSort): Direction =>
  by === 'score' || by === 'movedAt' ? 'DESC' : 'ASC'
const otherThan = (direction: Direction): Direction => (direction === 'ASC' ? 'DESC' : 'ASC')

function useLeadColumns(
  { stage, sortBy, sortDirection }: LeadsAddress,
  today: string,
  onChange: ChangeTable,
): readonly Column<Lead>[] {
  const { t } = useTranslation(['leads', 'list'])
  const sorted = (by: LeadSort) => ({
    order:
      by !== sortBy
        ? undefined
        : sortDirection === 'ASC'
          ? ('ascending' as const)
          : ('descending' as const),
    onSort: () =>
      onChange({
        sortBy: by,
        sortDirection: by === sortBy ? otherThan(sortDirection) : usualDirection(by),
      }),
  })
  return [
    {
      head: t('leads:columns.select'),
      isHeadHidden: true,
      className: cn('w-10 lg:ps-pad lg:pe-0!', LINES.select),
      cell: (lead) => <CardBox lead={lead} isPlain />,
    },
    {
      head: t('leads:columns.store'),
      rowHead: 'plain',
      ...sorted('name'),
      className: LINES.store,
      cell: (lead) => <StoreName lead={lead} />,
    },
    {
      head: t('list:filter.score.name'),
      ...sorted('score'),
      className: LINES.score,
      cell: ({ score }) => (score ? <ScoreFigure {...score} /> : <Dash why={t('leads:noScore')} />),
    },
    {
      head: t('leads:columns.step'),
      // It has what the others leave.
      className: ({ nextDay }) =>
        cn('lg:w-full lg:max-w-0', nextDay === null ? 'max-lg:basis-full' : LINES.step),
      cell: (lead) => <LeadStep lead={lead} />,
    },
    {
      head: t('leads:columns.day'),
      ...sorted('due'),
      className: ({ nextDay }) =>
        cn('whitespace-nowrap', nextDay === null ? 'max-lg:hidden' : LINES.day),
      cell: (lead) =>
        lead.nextDay === null ? (
          <Dash why={t('leads:noDay')} />
        ) : (
          <LeadDay lead={lead} today={today} sortBy="due" />
        ),
    },
    {
      head: t('leads:columns.stage'),
      control: <StageFilter stage={stage} onChange={onChange} />,
      className: LINES.stage,
      cell: (lead) => <LeadStage lead={lead} />,
    },
    {
      head: t('list:columns.contact'),
      className: LINES.contact,
      cell: (lead) => <LeadContact lead={lead} />,
    },
    {
      head: t('leads:columns.contacted'),
      className: ({ contactedAt }) =>
        cn('whitespace-nowrap', contactedAt === null ? 'max-lg:hidden' : LINES.date),
      cell: ({ contactedAt }) =>
        contactedAt === null ? (
          <Dash why={t('leads:notContacted')} />
        ) : (
          <LeadDate of={t('leads:columns.contacted')} at={contactedAt} />
        ),
    },
    {
      head: t('leads:columns.moved'),
      ...sorted('movedAt'),
      className: cn('whitespace-nowrap', LINES.date),
      cell: ({ movedAt }) => <LeadDate of={t('leads:columns.moved')} at={movedAt} />,
    },
  ]
}
