import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listOptOuts,
  optOutDomain,
  type OptOutEntry,
  previewOptOut,
} from '#contracts/operator/opt-outs.ts'
import { qKept } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/form/form-controls.tsx'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { useColumns } from '#web/ui/table.tsx'
import { Block, ConsolePage, SearchBox, TableBlock, useAction, useFilters } from './parts.tsx'

function OptOutsPage() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const { params, page } = useFilters()
  const optOuts = useQuery(
    qKept(listOptOuts, { query: { page: String(page), q: params.get('q') || undefined } }),
  )
  const { moment } = useColumns<OptOutEntry>()
  return (
    <ConsolePage
      title={t('menu.optOuts')}
      filters={
        <div className="mt-6 grid grid-cols-1 gap-6">
          <AddOptOut />
          <SearchBox label={t('optOuts.search')} />
        </div>
      }
      query={optOuts}
    >
      {({ content, totalElements: count, openRequests: open }) => (
        <TableBlock
          title={t('optOuts.found', formats.counted(count))}
          text={open > 0 && t('optOuts.open', formats.counted(open))}
          caption={t('menu.optOuts')}
          none={t('optOuts.none')}
          items={content}
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
      )}
    </ConsolePage>
  )
}

export { OptOutsPage as Component }

/** Looks first at what the domain would lose, and asks. */
function AddOptOut() {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const textOf = useFailureText()
  const [domain, setDomain] = useState('')
  const preview = useCall(previewOptOut)
  const optOut = useCall(optOutDomain)
  const { run, isBusy } = useAction(listOptOuts)
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
        <TextField
          label={t('optOuts.domain')}
          className="min-w-0 flex-1 basis-64"
          error={preview.error ? textOf(preview.error, { fallback: 'internal' }) : undefined}
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
