import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Columns3, PenLine, Search, SquareKanban, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { listStages } from '#contracts/workspace/leads.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useRegisterCommands } from '#web/lib/navigation/page-commands.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TabLinks } from '#web/ui/choices.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ShortcutHelp, WorkBar } from '#web/ui/work-bar.tsx'
import { ExportButton } from '#web/workspace/late-dialog-buttons.tsx'
import type { AskLead } from './lead-actions.tsx'
import { useLocalDay } from './lead-day.ts'
import {
  type DueTab,
  dueTabs,
  type LeadsAddress,
  type LeadView,
  leadViews,
} from './leads-address.ts'

type Props = {
  address: LeadsAddress
  hrefOf: (change: { view?: LeadView; due?: DueTab }) => string
  onSearch: (text: string, isFirst: boolean) => void
  ask: AskLead
  total: number | null
}

/** One line: what is due, how the leads lie, and what one can do with all of them. */
export function LeadsBar({ address, hrefOf, onSearch, ask, total }: Props) {
  const { t } = useTranslation('leads')
  const today = useLocalDay()
  useRegisterCommands([
    { id: 'stages', label: t('manager.title'), run: () => ask({ kind: 'stages' }) },
    { id: 'templates', label: t('templates'), run: () => ask({ kind: 'templates' }) },
  ])
  return (
    <WorkBar
      actions={
        <>
          <FindLead q={address.q} onSearch={onSearch} />
          <Button
            variant="quiet"
            size="icon"
            aria-haspopup="dialog"
            aria-label={t('manager.title')}
            title={t('manager.title')}
            onClick={() => ask({ kind: 'stages' })}
            className="max-sm:hidden"
          >
            <Columns3 className="size-4.5" aria-hidden />
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-haspopup="dialog"
            title={t('templates')}
            onClick={() => ask({ kind: 'templates' })}
            className="max-sm:hidden"
          >
            <PenLine className="size-4" aria-hidden />
            <span className="max-[85rem]:sr-only">{t('templates')}</span>
          </Button>
          <Views view={address.view} hrefOf={hrefOf} />
          <span className="max-work:hidden">
            <ExportButton
              view="savedStores"
              query={shownIn(address, today)}
              total={total}
              size="sm"
            />
          </span>
          <Help />
        </>
      }
    >
      <Title address={address} hrefOf={hrefOf} ask={ask} />
      <DueTabs address={address} hrefOf={hrefOf} />
    </WorkBar>
  )
}

/** The leads that the screen shows, as a query of saved stores. */
const shownIn = ({ view, due, q, stage }: LeadsAddress, today: Day) => ({
  isLead: 'true',
  stage: (view === 'table' && stage) || undefined,
  due: due === 'all' ? undefined : due,
  q: q || undefined,
  today,
})

/** The own leads, and the way to those that one does not have yet; on phones also what the bar has no room for. */
function Title({ address, hrefOf, ask }: Pick<Props, 'address' | 'hrefOf' | 'ask'>) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const counts = useDueCounts(address.q)
  return (
    <Popover
      around={(button) => <h1 className="min-w-0">{button}</h1>}
      label={t('title')}
      className="w-64"
      button={{
        className:
          'flex h-9 w-full min-w-0 items-center gap-1.5 rounded-md px-1 hover:bg-sunken pointer-coarse:h-11',
        children: (
          <>
            <span className="min-w-0 truncate">
              {t('title')}
              {address.due !== 'all' && (
                <span className="font-normal work:hidden"> · {t(`due.${address.due}`)}</span>
              )}
            </span>
            <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
          </>
        ),
      }}
    >
      <nav aria-label={t('title')} className="grid">
        <ul aria-label={t('due.label')} className="mb-1 border-b border-line pb-1 work:hidden">
          {(['all', ...dueTabs] as const).map((due) => (
            <li key={due}>
              <Link
                to={hrefOf({ due })}
                aria-current={due === address.due ? 'page' : undefined}
                className={cn(ENTRY, 'justify-between aria-[current]:font-semibold')}
              >
                {t(`due.${due}`)}
                <span className="text-xs font-normal text-muted">
                  {counts && formats.number(counts[due])}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {[
          { to: paths.list({ view: 'leads' }), text: t('newLeads') },
          { to: paths.saved(), text: t('savedStores') },
        ].map(({ to, text }) => (
          <Link key={to} to={to} className={ENTRY}>
            {text}
          </Link>
        ))}
        {(['stages', 'templates'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            aria-haspopup="dialog"
            onClick={() => ask({ kind })}
            className={cn(ENTRY, 'text-start sm:hidden')}
          >
            {t(kind)}
          </button>
        ))}
      </nav>
    </Popover>
  )
}

const ENTRY = 'flex min-h-9 items-center rounded-md px-2 hover:bg-sunken pointer-coarse:min-h-11'

/** With the number of all leads that are so; on phones the title opens them. */
function DueTabs({ address, hrefOf }: Pick<Props, 'address' | 'hrefOf'>) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const counts = useDueCounts(address.q)
  return (
    <TabLinks
      label={t('due.label')}
      className="min-w-0 gap-x-4! self-stretch text-sm *:min-h-bar max-work:hidden"
      tabs={['all', ...dueTabs]}
      current={address.due}
      hrefOf={(due) => hrefOf({ due })}
    >
      {(due) => (
        <>
          {t(`due.${due}`)}
          <span className="min-w-5 text-xs font-normal text-muted">
            {counts && formats.number(counts[due])}
          </span>
        </>
      )}
    </TabLinks>
  )
}

function useDueCounts(text: string): Record<DueTab, number> | null {
  const today = useLocalDay()
  const filter = { today, q: text || undefined }
  const all = useQuery(q(listStages, { query: filter })).data
  const none = useQuery(q(listStages, { query: { ...filter, due: 'none' } })).data
  if (!all || !none) return null
  return {
    all: sum(all, 'leads'),
    overdue: sum(all, 'overdue'),
    today: sum(all, 'today'),
    none: sum(none, 'leads'),
  }
}

const sum = (board: ResponseOf<typeof listStages>, figure: 'leads' | 'overdue' | 'today') =>
  board.stages.reduce((total, stage) => total + stage[figure], 0)

const icons = { board: SquareKanban, table: Table2 }

function Views({ view, hrefOf }: { view: LeadView; hrefOf: Props['hrefOf'] }) {
  const { t } = useTranslation('leads')
  return (
    <nav
      aria-label={t('views.label')}
      className="mx-1 flex h-8 overflow-hidden rounded-md border border-control bg-surface pointer-coarse:h-11"
    >
      {leadViews.map((each) => {
        const Icon = icons[each]
        return (
          <Link
            key={each}
            to={hrefOf({ view: each })}
            aria-current={each === view ? 'page' : undefined}
            title={t(`views.${each}`)}
            className="flex items-center gap-1.5 border-line px-2.5 text-xs text-muted not-first:border-s hover:text-ink focus-visible:-outline-offset-3 aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink pointer-coarse:min-w-11 pointer-coarse:justify-center"
          >
            <Icon className="size-4" aria-hidden />
            <span className="max-[85rem]:sr-only">{t(`views.${each}`)}</span>
          </Link>
        )
      })}
    </nav>
  )
}

function FindLead({ q: text, onSearch }: { q: string; onSearch: Props['onSearch'] }) {
  const { t } = useTranslation('leads')
  return (
    <Popover
      label={t('find')}
      className="w-72"
      button={{
        'aria-label': t('find'),
        title: `${t('find')} (/)`,
        className: buttonClass('quiet', 'icon', text ? 'bg-sunken' : undefined),
        children: <Search data-find-lead className="size-4.5" aria-hidden />,
      }}
    >
      <SearchField
        label={t('find')}
        maxLength={100}
        clear={t('clearSearch')}
        value={text}
        onSearch={onSearch}
        isFirst
      />
    </Popover>
  )
}

function Help() {
  const { t } = useTranslation(['leads', 'components'])
  return (
    <ShortcutHelp
      lines={[
        { keys: ['←', '↑', '↓', '→'], effect: t('leads:keys.move') },
        { keys: ['Shift', '→'], effect: t('leads:keys.shift') },
        { keys: ['Space'], effect: t('leads:keys.lift') },
        { keys: ['Enter'], effect: t('leads:keys.open') },
        { keys: ['x'], effect: t('leads:keys.tick') },
        { keys: ['m'], effect: t('leads:keys.stage') },
        { keys: ['n'], effect: t('leads:step.title') },
        { keys: ['e'], effect: t('leads:keys.write') },
        { keys: ['c'], effect: t('leads:keys.contacted') },
        { keys: ['b', 't'], effect: t('leads:keys.views') },
        { keys: ['/'], effect: t('leads:find') },
      ]}
    />
  )
}
