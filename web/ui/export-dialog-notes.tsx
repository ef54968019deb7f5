import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getExportRights } from '#contracts/exports.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useFormats } from '#web/lib/format.ts'
import type { ExportRun } from '#web/lib/use-export.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  rights: UseQueryResult<ResponseOf<typeof getExportRights>>
  total: number
  hasColumns: boolean
  file: ExportRun
}

/** Notes about obstacles, about the rest of today's limit, and about the finished file. */
export function ExportNotes({ rights, total, hasColumns, file }: Props) {
  const { t } = useTranslation('exports')
  return (
    <div className="grid gap-2" aria-live="polite">
      {rights.isError && (
        <Notice tone="bad" title={t('rightsFailed')}>
          <Button variant="secondary" size="sm" onClick={() => void rights.refetch()}>
            {t('retry')}
          </Button>
        </Notice>
      )}
      {total === 0 && <Notice>{t('noRows')}</Notice>}
      {!hasColumns && <Notice>{t('noColumns')}</Notice>}
      {rights.data && <DayNote rights={rights.data} total={total} />}
      {rights.data?.contacts && <ContactsNote contacts={rights.data.contacts} />}
      {file.error && <Failure error={file.error} />}
      {file.startedRows !== null && <Started rows={file.startedRows} />}
    </div>
  )
}

function DayNote({ rights, total }: { rights: ResponseOf<typeof getExportRights>; total: number }) {
  const { t } = useTranslation('exports')
  const formats = useFormats()
  const { remainingToday, rowsPerDay } = rights
  if (remainingToday === null || rowsPerDay === null) return null
  const [remaining, perDay] = [formats.number(remainingToday), formats.number(rowsPerDay)]
  if (remainingToday >= total)
    return (
      <p className="text-sm text-muted">{t('left', { count: remainingToday, rows: remaining, perDay })}</p>
    )
  return (
    <Notice tone="sun">
      <p>
        {remainingToday === 0
          ? t('usedUp', { perDay })
          : t('beyond', { total: formats.number(total), remaining, perDay })}{' '}
        <Link to={paths.pricing()} className="link whitespace-nowrap">
          {t('seePlans')}
        </Link>
      </p>
    </Notice>
  )
}

type Contacts = NonNullable<ResponseOf<typeof getExportRights>['contacts']>

function ContactsNote({ contacts: { perDay, remainingToday } }: { contacts: Contacts }) {
  const { t } = useTranslation('exports')
  const formats = useFormats()
  const [contacts, most] = [formats.number(remainingToday), formats.number(perDay)]
  return <p className="text-sm text-muted">{t('contactsLeft', { contacts, perDay: most })}</p>
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation(['exports', 'errors'])
  const text = isApiError(error, 'network') ? t('errors:network') : isApiError(error) ? error.message : ''
  return <FormFailure text={text || t('exports:failed')} error={error} />
}

function Started({ rows }: { rows: number }) {
  const { t } = useTranslation('exports')
  const formats = useFormats()
  return <Notice tone="good">{t('started', { count: rows, rows: formats.number(rows) })}</Notice>
}
