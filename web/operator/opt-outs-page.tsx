import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listOptOuts,
  optOutDomain,
  type OptOutEntry,
  previewOptOut,
} from '#contracts/operator/opt-outs.ts'
import { q, useCall } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/form/form-controls.tsx'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { DataTable, useColumns } from '#web/ui/table.tsx'
import { Block, Answer, Nothing, SearchBox, SectionHead, useAction, useFilters } from './parts.tsx'

/** What is never visited again, and the way to add to it. */
function OptOutsPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page, change, hrefOf } = useFilters()
  const text = params.get('q') ?? ''
  const optOuts = useQuery({
    ...q(listOptOuts, { query: { page: String(page), ...(text && { q: text }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionHead title={t('menu.optOuts')} />
      <div className="mt-6 grid grid-cols-1 gap-6">
        <AddOptOut />
        <SearchBox
          key={text}
          label={t('optOuts.search')}
          text={text}
          onSearch={(value) => change('q', value)}
        />
      </div>
      <Answer query={optOuts}>
        {({ content, totalElements, totalPages, openRequests }) => (
          <div className="mt-6 grid grid-cols-1 gap-6" aria-busy={optOuts.isPlaceholderData}>
            <Block
              title={t('optOuts.found', {
                count: totalElements,
                total: formats.number(totalElements),
              })}
              text={
                openRequests > 0 &&
                t('optOuts.open', { count: openRequests, total: formats.number(openRequests) })
              }
            >
              {content.length === 0 ? (
                <Nothing text={t('optOuts.none')} />
              ) : (
                <Entries entries={content} />
              )}
            </Block>
            <Pagination page={page} totalPages={totalPages} hrefOf={hrefOf} />
          </div>
        )}
      </Answer>
    </>
  )
}

export { OptOutsPage as Component }

export const loader = pageLoader(['operator', 'forms'])

function Entries({ entries }: { entries: readonly OptOutEntry[] }) {
  const { t } = useTranslation('operator')
  const { moment } = useColumns<OptOutEntry>()
  return (
    <DataTable
      edges="card"
      caption={t('menu.optOuts')}
      items={entries}
      keyOf={({ key }) => key}
      columns={[
        {
          head: t('optOuts.key'),
          rowHead: 'plain',
          cell: ({ key }) => <code className="font-mono text-sm wrap-anywhere">{key}</code>,
        },
        moment(t('optOuts.since'), ({ at }) => at),
      ]}
    />
  )
}

/** Looks first at what the domain would lose, and asks. */
function AddOptOut() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const textOf = useFailureText()
  const [domain, setDomain] = useState('')
  const preview = useCall(previewOptOut)
  const optOut = useCall(optOutDomain)
  const { run, isBusy } = useAction(listOptOuts.name)
  const found = preview.data
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (domain.trim() !== '') preview.mutate({ query: { domain } })
  }
  const confirm = async () => {
    if (!found) return
    const isDone = await run(
      () => optOut.mutateAsync({ body: { domain: found.domain } }),
      t('optOuts.done', { domain: found.domain }),
    )
    preview.reset()
    if (isDone) setDomain('')
  }
  return (
    <Block title={t('optOuts.add')} text={t('optOuts.addText')}>
      <form className="flex flex-wrap items-end gap-3 px-5 py-4" onSubmit={submit}>
        <Field
          label={t('optOuts.domain')}
          className="min-w-0 flex-1 basis-64"
          error={preview.error ? textOf(preview.error, { fallback: 'internal' }) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="shop.example"
              maxLength={253}
              value={domain}
              onChange={(event) => {
                setDomain(event.target.value)
                if (preview.error) preview.reset()
              }}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="secondary"
          isBusy={preview.isPending}
          disabled={domain.trim() === ''}
        >
          {t('optOuts.look')}
        </Button>
      </form>
      {found && (
        <ConfirmDialog
          title={t('optOuts.title', { domain: found.domain })}
          text={
            <>
              {t('optOuts.erases', { count: found.stores, stores: formats.number(found.stores) })}{' '}
              {t(found.isOptedOut ? 'optOuts.already' : 'optOuts.forGood')}
            </>
          }
          confirm={t('optOuts.confirm')}
          variant="danger"
          isBusy={isBusy}
          onConfirm={() => void confirm()}
          onCancel={() => preview.reset()}
        />
      )}
    </Block>
  )
}
