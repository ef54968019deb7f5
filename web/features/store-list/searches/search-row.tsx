import { BellOff, BellRing, Mail, MailX, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SavedSearch } from '#contracts/saved-searches.ts'
import { useFormats } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { savedSearchPath } from '#web/lib/saved-search-path.ts'
import { useDeleteSearch } from './use-delete-search.ts'
import { useSearchFailure } from './use-search-failure.ts'
import { useSearchChanges } from './use-searches.ts'

type Props = { search: SavedSearch; onEdit: () => void; onOpen: () => void }

/** One saved search: its link, its new matches and its actions. */
export function SearchRow({ search, onEdit, onOpen }: Props) {
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
          <Badge tone="sun">
            {t('searches.fresh', { count: newMatches, total: formats.number(newMatches) })}
          </Badge>
        )}
      </div>
      <p className="text-sm text-muted">
        {view !== 'stores' && `${t(`views.${view}`)} · `}
        {t('total', { count: total, total: formats.number(total) })}
      </p>
      <MailState search={search} />
      <RowActions search={search} onEdit={onEdit} />
    </li>
  )
}

function MailState({ search: { mails, sendsMails, mailedAt } }: { search: SavedSearch }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const Icon = sendsMails ? Mail : MailX
  if (!mails) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {!sendsMails
          ? t('searches.silent')
          : mailedAt === null
            ? t('searches.mailed.never')
            : t('searches.mailed.last', { when: formats.moment(mailedAt) })}
      </span>
    </p>
  )
}

function RowActions({ search, onEdit }: Pick<Props, 'search' | 'onEdit'>) {
  const { t } = useTranslation('list')
  const { update } = useSearchChanges()
  const fail = useSearchFailure()
  const remove = useDeleteSearch()
  const [isBusy, setBusy] = useState(false)
  const run = async (deed: 'change' | 'delete', work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch((error: unknown) => fail(deed, error))
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
