import {
  BellOff,
  BellRing,
  History,
  Mail,
  MailX,
  Pencil,
  SlidersHorizontal,
  Trash2,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SavedSearch } from '#contracts/workspace/saved-searches.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath } from '#web/lib/navigation/search-path.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { FeedButton } from '#web/workspace/late-dialog-buttons.tsx'
import { useSearchChanges, useSearches, useSearchFailure } from './saved-searches.ts'
import { SearchForm, useSendDraft } from './search-form.tsx'

type Props = { onClose: () => void }

export function SearchesSheet({ onClose }: Props) {
  const { t } = useTranslation('list')
  const [edited, setEdited] = useState<SavedSearch | null>(null)
  return (
    <Dialog
      kind="sheet"
      onClose={onClose}
      title={t(edited ? 'searches.form.edit' : 'searches.title')}
      description={t(edited ? 'searches.form.editText' : 'searches.text')}
    >
      {edited ? (
        <EditSearch search={edited} onDone={() => setEdited(null)} />
      ) : (
        <Searches onEdit={setEdited} onOpen={onClose} />
      )}
    </Dialog>
  )
}

type ListProps = { onEdit: (search: SavedSearch) => void; onOpen: () => void }

function Searches({ onEdit, onOpen }: ListProps) {
  const { t } = useTranslation('list')
  return (
    <Loaded
      query={useSearches()}
      title={t('searches.failed.load')}
      skeleton={<Skeleton className="grid gap-3" bones={['h-24', 'h-24', 'h-24']} />}
      empty={({ searches }) =>
        searches.length === 0 && (
          <EmptyState title={t('searches.none.title')}>{t('searches.none.text')}</EmptyState>
        )
      }
    >
      {({ searches, hasInstantAlerts, hasWebhooks }) => (
        <ul aria-label={t('searches.title')} className="-mx-5 border-t border-line">
          {searches.map((search) => (
            <SearchRow
              key={search.id}
              search={search}
              isInstant={search.instant && hasInstantAlerts}
              toWebhooks={search.webhooks && hasWebhooks}
              onEdit={() => onEdit(search)}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function EditSearch({ search, onDone }: { search: SavedSearch; onDone: () => void }) {
  const { t } = useTranslation('list')
  const { update } = useSearchChanges()
  const { name, mails, instant, webhooks } = search
  const form = useSendDraft('change', (draft) => update(search, draft), onDone)
  return (
    <SearchForm
      {...form}
      initial={{ name, mails, instant, webhooks }}
      mailNote={mails && !search.sendsMails ? t('searches.silent') : undefined}
    />
  )
}

type SearchRowProps = {
  search: SavedSearch
  /** As the plan has it, not only the search. */
  isInstant: boolean
  toWebhooks: boolean
  onEdit: () => void
  onOpen: () => void
}

function SearchRow({ search, isInstant, toWebhooks, onEdit, onOpen }: SearchRowProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const { name, view, total, newMatches } = search
  return (
    <li className="grid gap-2 border-b border-line px-5 py-4">
      <div className="flex items-start justify-between gap-3">
        <Link
          to={savedSearchPath(search)}
          onClick={onOpen}
          className="link min-w-0 font-semibold break-words"
        >
          {name}
        </Link>
        {newMatches > 0 && (
          <Badge tone="sun">{t('searches.fresh', formats.counted(newMatches))}</Badge>
        )}
      </div>
      <p className="text-sm text-muted">
        {view !== 'stores' && `${t(`views.${view}`)}${total === null ? '' : ' · '}`}
        {total !== null && t('total', formats.counted(total))}
      </p>
      <MailState search={search} isInstant={isInstant} />
      {toWebhooks && (
        <ReportLine Icon={Webhook}>
          {t(isInstant ? 'searches.toWebhooks.instant' : 'searches.toWebhooks.daily')}
        </ReportLine>
      )}
      <RowLinks search={search} onOpen={onOpen} />
      <RowActions search={search} onEdit={onEdit} />
    </li>
  )
}

/** What changed in the stores of the search: on screen, and as a feed. */
function RowLinks({ search, onOpen }: Pick<SearchRowProps, 'search' | 'onOpen'>) {
  const { t } = useTranslation('list')
  const { id, name, view } = search
  return (
    <div className="-ms-2 flex flex-wrap gap-1">
      <LinkButton
        to={paths.changes({ search: id })}
        onClick={onOpen}
        variant="quiet"
        size="sm"
        aria-label={t('searches.changesOf', { name })}
      >
        <History className="size-4 shrink-0" aria-hidden />
        {t('searches.changes')}
      </LinkButton>
      {view !== 'products' && (
        <LinkButton
          to={paths.score({ search: id })}
          onClick={onOpen}
          variant="quiet"
          size="sm"
          aria-label={t('searches.scoreOf', { name })}
        >
          <SlidersHorizontal className="size-4 shrink-0" aria-hidden />
          {t('searches.score')}
        </LinkButton>
      )}
      <FeedButton
        search={search}
        variant="quiet"
        size="sm"
        label={t('searches.feed')}
        longLabel={t('searches.feedOf', { name })}
      />
    </div>
  )
}

function MailState({ search, isInstant }: Pick<SearchRowProps, 'search' | 'isInstant'>) {
  const { t } = useTranslation('list')
  const { mails, sendsMails, mailedAt } = search
  const formats = useFormats()
  if (!mails) return null
  return (
    <ReportLine Icon={sendsMails ? Mail : MailX}>
      {!sendsMails
        ? t('searches.silent')
        : mailedAt === null
          ? t(isInstant ? 'searches.mailed.neverInstant' : 'searches.mailed.never')
          : t(isInstant ? 'searches.mailed.lastInstant' : 'searches.mailed.last', {
              when: formats.moment(mailedAt),
            })}
    </ReportLine>
  )
}

type ReportProps = { Icon: typeof Mail; children: ReactNode }

const ReportLine = ({ Icon, children }: ReportProps) => (
  <p className="flex items-start gap-2 text-sm text-muted">
    <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span>{children}</span>
  </p>
)

function RowActions({ search, onEdit }: Pick<SearchRowProps, 'search' | 'onEdit'>) {
  const { t } = useTranslation('list')
  const { update } = useSearchChanges()
  const fail = useSearchFailure()
  const remove = useDeleteSearch()
  const [isBusy, setBusy] = useState(false)
  const run = async (action: 'change' | 'delete', work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch((error: unknown) => fail(action, error))
    setBusy(false)
  }
  const Bell = search.mails ? BellOff : BellRing
  const about = { name: search.name }
  return (
    <div className="-ms-2 flex flex-wrap items-center gap-1">
      <Button
        variant="quiet"
        size="sm"
        isBusy={isBusy}
        className="min-w-0 justify-start text-start"
        aria-label={t(search.mails ? 'searches.mailsOffOf' : 'searches.mailsOnOf', about)}
        onClick={() => void run('change', () => update(search, { mails: !search.mails }))}
      >
        {!isBusy && <Bell className="size-4 shrink-0" aria-hidden />}
        {t(search.mails ? 'searches.mailsOff' : 'searches.mailsOn')}
      </Button>
      <span className="flex-1" />
      <Button variant="quiet" size="icon" aria-label={t('searches.editOf', about)} onClick={onEdit}>
        <Pencil className="size-4" aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        disabled={isBusy}
        aria-label={t('searches.deleteOf', about)}
        onClick={() => void run('delete', () => remove(search))}
      >
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </div>
  )
}

/** Deletes at once and offers an undo, which restores the search with its old dates. */
function useDeleteSearch(): (search: SavedSearch) => Promise<void> {
  const { t } = useTranslation(['list', 'components'])
  const { remove, restore } = useSearchChanges()
  const fail = useSearchFailure()
  return async (search) => {
    await remove(search)
    notify({
      kind: 'success',
      subject: 'search',
      title: t('searches.deleted'),
      description: search.name,
      action: {
        label: t('components:saving.undo'),
        run: () => void restore(search).catch((error: unknown) => fail('save', error)),
      },
    })
  }
}
