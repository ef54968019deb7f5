import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  type ExclusionLine,
  ExclusionReason,
  type listExclusions,
} from '#contracts/workspace/exclusions.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { readPage } from '#web/lib/navigation/page-number.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, DataTable, useColumns } from '#web/ui/table.tsx'
import { RemoveLineButton } from './exclusion-calls.tsx'

const LINES_PER_PAGE = 50
/** A line may be longer; its beginning finds it. */
const MAX_TEXT = 100

/** The address holds the page of the list, the text and the reason. */
export function useLinesAddress() {
  const [params, setParams] = useSearchParams()
  const reason = ExclusionReason.options.find((each) => each === params.get('reason'))
  const q = (params.get('q') ?? '').slice(0, MAX_TEXT)
  const query = {
    page: String(readPage(params)),
    size: String(LINES_PER_PAGE),
    q: q || undefined,
    reason,
  }
  return { q, reason, query, setParams }
}

type Props = {
  page: ResponseOf<typeof listExclusions>
  address: ReturnType<typeof useLinesAddress>
}

export function LineList({ page, address }: Props) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const id = useId()
  const columns = useLineColumns()
  if (page.lines === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  const { q, reason } = address
  return (
    <Card className="p-4">
      <section aria-labelledby={id} className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 id={id} className="text-base font-semibold">
            {t('list.title')}
          </h2>
          <p className="text-sm text-muted">
            {t('list.kept', { count: page.stores, stores: formats.number(page.stores) })}
          </p>
          <Search page={page} address={address} />
        </div>
        {page.content.length === 0 ? (
          <p className="py-6 text-center text-sm text-muted">{t('list.nothing')}</p>
        ) : (
          <DataTable
            caption={t('list.title')}
            columns={columns}
            items={page.content}
            keyOf={({ key }) => key}
            edges="none"
          />
        )}
        <Pagination
          page={page.page}
          totalPages={page.totalPages}
          hrefOf={(at) => paths.exclusions({ q, reason, page: at > 0 ? at + 1 : undefined })}
        />
      </section>
    </Card>
  )
}

function Search({ page, address: { q, reason, setParams } }: Props) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const change = (next: { q?: string; reason?: ExclusionReason | undefined }) => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries({ q, reason, ...next }))
      if (value) params.set(key, value)
    setParams(params, { replace: true, preventScrollReset: true })
  }
  const countOf = (each: 'all' | ExclusionReason) =>
    formats.number(each === 'all' ? page.lines : page.reasons[each])
  return (
    <div className="ms-auto flex max-w-full flex-wrap items-center gap-2">
      <SearchField
        label={t('list.find')}
        maxLength={MAX_TEXT}
        clear={t('list.clear')}
        value={q}
        onSearch={(text) => change({ q: text })}
        className="w-56 max-w-full"
      />
      <Segmented
        label={t('list.filter')}
        choices={['all', ...ExclusionReason.options]}
        value={reason ?? 'all'}
        onChange={(each) => change({ reason: each === 'all' ? undefined : each })}
        isSmall
      >
        {(each) => `${each === 'all' ? t('list.all') : t(`reasons.${each}`)} ${countOf(each)}`}
      </Segmented>
    </div>
  )
}

function useLineColumns(): readonly Column<ExclusionLine>[] {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const { moment } = useColumns<ExclusionLine>()
  return [
    {
      head: t('list.line'),
      rowHead: 'strong',
      className: 'min-w-40 wrap-anywhere',
      cell: ({ key }) => key,
    },
    {
      head: t('list.hides'),
      className: 'min-w-36 text-muted',
      cell: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      head: t('list.stores'),
      isNumber: true,
      cell: ({ stores }) => (stores === 0 ? '–' : formats.number(stores)),
    },
    { head: t('add.reason'), cell: ({ reason }) => t(`reasons.${reason}`) },
    {
      head: t('list.from'),
      className: 'min-w-36 wrap-anywhere text-muted',
      cell: ({ upload: { name }, line }) =>
        t('list.place', { name: name ?? t('list.byHand'), line: formats.number(line) }),
    },
    moment(t('list.added'), ({ addedAt }) => addedAt),
    {
      head: t('result.action'),
      className: 'text-end',
      cell: ({ key }) => <RemoveLineButton line={key} label={t('list.remove', { line: key })} />,
    },
  ]
}
