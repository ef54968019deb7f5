import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { type ExportView, getExportRights } from '#contracts/workspace/exports.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { Checkbox } from '#web/ui/form/form-controls.tsx'
import {
  type ExportChoice,
  type ExportRun,
  type ExportTargets,
  readExportChoice,
  saveExportChoice,
  useExport,
} from './export-choice.ts'
import { ExportColumns } from './export-columns.tsx'
import { ExportFormats, ExportSeparators } from './export-options.tsx'

type ExportDialogProps = {
  view: ExportView
  query: Readonly<Record<string, unknown>>
  total: number
  targets?: ExportTargets | undefined
  onClose: () => void
}

export function ExportDialog({ view, query, total, targets, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['exports', 'components'])
  const language = useLanguage()
  const rights = useQuery({ ...q(getExportRights, {}), staleTime: 0 })
  const [choice, setChoice] = useState(() => readExportChoice(view, language))
  const file = useExport(view, query, targets)
  const change = (change: Partial<ExportChoice>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    saveExportChoice(view, next)
    file.reset()
  }
  const formats = rights.data?.formats ?? []
  const format = formats.includes(choice.format) ? choice.format : 'csv'
  const remaining = rights.data?.remainingToday ?? null
  const rows = remaining === null ? total : Math.min(total, remaining)
  const isReady = rights.isSuccess && rows > 0 && choice.columns.length > 0
  return (
    <Dialog
      onClose={onClose}
      title={t('title')}
      description={t('about')}
      footer={
        <div className="grid gap-3">
          <ExportNotes
            rights={rights}
            total={total}
            hasColumns={choice.columns.length > 0}
            file={file}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              {t(file.isStarted ? 'components:close' : 'components:cancel')}
            </Button>
            <Button
              isBusy={file.isPending}
              disabled={!isReady}
              onClick={() => file.start({ ...choice, format, rows, total })}
            >
              <RowsLabel rows={rows} isPart={rows < total} isBusy={file.isPending} />
            </Button>
          </div>
        </div>
      }
    >
      {!rights.data ? (
        <Skeleton className="grid gap-2 pt-2" bones={['h-17', 'h-17', 'h-17']} />
      ) : (
        <div className="grid gap-7 pt-2">
          <ExportFormats
            formats={formats}
            format={format}
            onChange={(chosen) => change({ format: chosen })}
          />
          {format === 'csv' && (
            <ExportSeparators
              separator={choice.separator}
              onChange={(separator) => change({ separator })}
            />
          )}
          {format !== 'jsonl' && (
            <Checkbox
              label={
                <>
                  <span className="font-semibold">{t('codes.label')}</span>
                  <span className="block text-muted">{t('codes.hint')}</span>
                </>
              }
              checked={choice.values === 'codes'}
              onChange={(event) => change({ values: event.target.checked ? 'codes' : 'words' })}
            />
          )}
          <ExportColumns
            view={view}
            columns={choice.columns}
            onChange={(columns) => change({ columns })}
          />
        </div>
      )}
    </Dialog>
  )
}

function RowsLabel({ rows, isPart, isBusy }: { rows: number; isPart: boolean; isBusy: boolean }) {
  const { t } = useTranslation('exports')
  const formats = useFormats()
  if (isBusy) return t('starting')
  return t(isPart && rows > 0 ? 'downloadFirst' : 'download', {
    count: rows,
    rows: formats.number(rows),
  })
}

type Props = {
  rights: UseQueryResult<ResponseOf<typeof getExportRights>>
  total: number
  hasColumns: boolean
  file: ExportRun
}

function ExportNotes({ rights, total, hasColumns, file }: Props) {
  const { t } = useTranslation(['exports', 'errors'])
  return (
    <div className="grid gap-2" aria-live="polite">
      {rights.isError && (
        <Notice tone="bad" title={t('rightsFailed')}>
          <Button variant="secondary" size="sm" onClick={() => void rights.refetch()}>
            {t('errors:retry')}
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
      <p className="text-sm text-muted">
        {t('left', { count: remainingToday, rows: remaining, perDay })}
      </p>
    )
  return (
    <Notice tone="sun">
      <p>
        {remainingToday === 0
          ? t('usedUp', { perDay })
          : t('beyond', {
              count: remainingToday,
              total: formats.number(total),
              remaining,
              perDay,
            })}{' '}
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
  return (
    <p className="text-sm text-muted">
      {t('contactsLeft', { count: remainingToday, contacts, perDay: most })}
    </p>
  )
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation(['exports', 'errors'])
  const text = isApiError(error, 'network')
    ? t('errors:network')
    : (isApiError(error) && error.message) || t('exports:failed')
  return <FormFailure text={text} error={error} />
}

function Started({ rows }: { rows: number }) {
  const { t } = useTranslation('exports')
  const formats = useFormats()
  return <Notice tone="good">{t('started', { count: rows, rows: formats.number(rows) })}</Notice>
}
