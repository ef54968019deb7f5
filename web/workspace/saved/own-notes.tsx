import { useQuery } from '@tanstack/react-query'
import type { StoreId } from '#contracts/ids.ts'
import { listSavedStores } from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ListChoice } from '#web/workspace/bulk/bulk-choices.tsx'
import { useBulk } from '#web/workspace/bulk/use-bulk.ts'
import { NotesField } from './notes-field.tsx'
import { useSave } from './save-button.tsx'
import { TagsField } from './tags-field.tsx'

type Props = { storeId: StoreId; name: string; isSaved: boolean }

/** Notes, tags and lists beside the button that saved the store; nothing while it is not saved. */
export function OwnNotes({ storeId, name, isSaved }: Props) {
  const save = useSave({ kind: 'store', storeId, name }, isSaved)
  const { run, isRunning } = useBulk(() => ({ storeIds: [storeId] }))
  const isKept = save.isSaved && !save.isPending
  const { data } = useQuery({
    ...q(listSavedStores, { query: { store: String(storeId) } }),
    enabled: isKept,
    // A store that is saved again has lost its notes.
    staleTime: 0,
  })
  const [item] = data?.content ?? []
  if (!isKept || item?.storeId !== storeId) return null
  return (
    <div className="grid basis-full gap-2 @min-[46rem]:grid-cols-2 @min-[46rem]:items-start">
      <NotesField item={item} />
      <div className="flex flex-wrap items-center gap-2">
        <TagsField item={item} listPath={paths.saved()} />
        <ListChoice
          isOff={isRunning}
          onChoose={({ id, name }, on) => void run({ kind: 'list', list: id, on }, name)}
        />
      </div>
    </div>
  )
}
