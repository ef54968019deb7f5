import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { createList, listLists, MAX_LIST_NAME, type StoreList } from '#contracts/workspace/lists.ts'
import { q, useCall, useReload } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { NameForm } from './name-form.tsx'

/** Says how many lists the plan allows before the last one is used up. */
export function NewList({ onCreate }: { onCreate?: (list: StoreList) => void }) {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const textOf = useFailureText()
  const reload = useReload()
  const { data } = useQuery(q(listLists, {}))
  const create = useCall(createList, { onSettled: () => void reload(listLists) })
  const count = data?.lists.length ?? 0
  const limit = data?.limit ?? Infinity
  const numbers = { count: formats.number(count), most: formats.number(limit) }
  if (count >= limit) return <p className="text-sm text-muted">{t('listsFull', numbers)}</p>
  return (
    <NameForm
      label={t('newList')}
      submit={t('create')}
      maxLength={MAX_LIST_NAME}
      hint={data && t('listsUsed', numbers)}
      onSubmit={async (name) => {
        if (!name.trim()) return null
        try {
          const list = await create.mutateAsync({ body: { name: name.trim() } })
          onCreate?.(list)
          return null
        } catch (error) {
          return textOf(error)
        }
      }}
    />
  )
}
