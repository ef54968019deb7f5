import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { isNarrowed, NOT_NARROWED, type SavedKind } from './saved-address.ts'
import type { SavedView } from './use-saved-list.ts'

/** Nothing is saved, nothing matches, or the page in the address is beyond the end; each case offers its own next step. */
export function NothingToShow({ view, total }: { view: SavedView; total: number }) {
  const { t } = useTranslation('saved')
  const { kind, address, change, hrefOf } = view
  if (total > 0) {
    return (
      <EmptyState
        title={t('beyond.title')}
        action={
          <Link to={hrefOf(0)} replace className={buttonClass('secondary')}>
            {t('beyond.action')}
          </Link>
        }
      />
    )
  }
  if (isNarrowed(address)) {
    return (
      <EmptyState
        title={t('noMatch.title')}
        action={
          <Button variant="secondary" onClick={() => change(NOT_NARROWED)}>
            {t('noMatch.clear')}
          </Button>
        }
      >
        {t('noMatch.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Bookmark className="size-10 text-control" aria-hidden />}
      title={t(`empty.${kind}.title`)}
      action={
        <LinkButton to={kind === 'stores' ? paths.list() : paths.app()}>
          {t(`empty.${kind}.action`)}
        </LinkButton>
      }
    >
      {t(`empty.${kind}.text`)}
    </EmptyState>
  )
}

type FailureProps = { kind: SavedKind; error: Error | null; onRetry: () => void }

/** Without an error, the connection is lost and the query is paused. */
export function Failure({ kind, error, onRetry }: FailureProps) {
  const { t } = useTranslation('saved')
  if (!error) return <OfflineState onRetry={onRetry} />
  if (!isApiError(error) || error.status !== 403) {
    return <ErrorState title={t(`failed.${kind}`)} error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState
      title={t('access.upgrade.title')}
      action={<LinkButton to={paths.pricing()}>{t('access.upgrade.action')}</LinkButton>}
    >
      {error.message || t('access.upgrade.text')}
    </EmptyState>
  )
}
