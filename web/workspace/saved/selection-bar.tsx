import { useQueryClient } from '@tanstack/react-query'
import { BookmarkX, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { uniqueTags } from '#contracts/workspace/saved.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSavedChanges } from './save-button.tsx'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { BulkBar } from '#web/workspace/bulk/bulk-bar.tsx'
import { createTicks, useTickNotices, useTicked } from '#web/workspace/bulk/ticks.ts'
import { editSaved } from './edit-saved.ts'
import { type SavedItem, subjectOf } from './saved-address.ts'
import { TagInput } from './tags-field.tsx'

type Props = { items: readonly SavedItem[]; selection: Selection }

/** The bar of saved products; stays visible while the page scrolls. */
export function SelectionBar({ items, selection }: Props) {
  const { t } = useTranslation(['saved', 'components'])
  const formats = useFormats()
  const { tag, unsave, isRemoving } = useBulkEdit(selection)
  const count = selection.items.length
  return (
    <section
      aria-label={t('bulk.label')}
      className="pop-in sticky bottom-[calc(var(--spacing-foot)+1rem)] z-15 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="font-semibold">
        {t('bulk.count', formats.counted(count))}
      </p>
      {count < items.length && (
        <Button variant="quiet" size="sm" onClick={() => selection.select(items, true)}>
          {t('bulk.all')}
        </Button>
      )}
      <span className="min-w-0 flex-1 basis-full sm:basis-64">
        <TagInput label={t('bulk.tag')} tags={[]} onAdd={(tags) => void tag(tags)} />
      </span>
      <Button variant="secondary" size="sm" isBusy={isRemoving} onClick={() => void unsave()}>
        {!isRemoving && <BookmarkX className="size-4" aria-hidden />}
        {t('components:saving.unsave')}
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('bulk.clear')}
        title={t('bulk.clear')}
        onClick={selection.clear}
      >
        <X className="size-5" aria-hidden />
      </Button>
    </section>
  )
}

/**
 * One call per entry, all in parallel, and a single message. Entries whose call fails stay
 * selected.
 */
function useBulkEdit({ items, select }: Selection) {
  const client = useQueryClient()
  const changes = useSavedChanges()
  const { t } = useTranslation(['saved', 'components'])
  const formats = useFormats()
  const [isRemoving, setRemoving] = useState(false)
  const notifyFailure = () => notify({ kind: 'error', subject: 'bulk', title: t('bulk.failed') })

  async function tag(tags: string[]): Promise<void> {
    const outcomes = await Promise.allSettled(
      items.map(async (item) => {
        await editSaved(client, item, { tags: uniqueTags([...item.tags, ...tags]) })
        select([item], false)
      }),
    )
    if (outcomes.some(({ status }) => status === 'rejected')) notifyFailure()
  }

  /** @returns how many entries the server has changed */
  async function setSaved(wanted: boolean): Promise<number> {
    let [done, failed] = [0, 0]
    const options = {
      isSaved: !wanted,
      onDone: () => void (done += 1),
      // Another device has removed it: gone as wanted.
      onFailure: ({ isGone }: { isGone: boolean }) => void (isGone ? (done += 1) : (failed += 1)),
    }
    await Promise.all(items.map((item) => changes.setSaved(subjectOf(item), wanted, options)))
    if (failed > 0) notifyFailure()
    return done
  }

  async function unsave(): Promise<void> {
    setRemoving(true)
    const count = await setSaved(false)
    setRemoving(false)
    if (count === 0) return
    notify({
      kind: 'success',
      subject: 'bulk-removed',
      title: t('bulk.removed', formats.counted(count)),
      action: { label: t('components:saving.undo'), run: () => void setSaved(true) },
    })
  }
  return { tag, unsave, isRemoving }
}

/** The bar of saved stores, which one call changes. */
export function StoresBar({ items, selection }: Props) {
  const isEvery = selection.items.length === items.length
  return (
    <BulkBar
      ticks={selection.ticks}
      total={null}
      target={() => ({ storeIds: [...selection.ticks.current().ids] })}
      actions={['unsave']}
      className="work:sticky work:bottom-[calc(var(--spacing-foot)+1rem)] work:z-15 work:mt-4 work:min-h-13 work:rounded-lg work:border work:border-line work:shadow-float"
      selectPage={isEvery ? undefined : () => selection.select(items, true)}
    />
  )
}

/** Ticks have the ids of the stores, so that one call can name them; for products any id will do. */
const idOf = (item: SavedItem): StoreId => ('store' in item ? item.storeId : toStoreId(item.id))

/** Entries selected for a bulk change. `key` names their list; another list drops the selection. */
export function useSelection<Item extends SavedItem>(items: readonly Item[], key: string) {
  const [ticks] = useState(createTicks<StoreId>)
  useTickNotices(ticks, key)
  const { ids } = useTicked(ticks)
  return {
    ticks,
    items: items.filter((item) => ids.has(idOf(item))),
    has: (item: SavedItem) => ids.has(idOf(item)),
    select: (picked: readonly SavedItem[], isSelected: boolean) =>
      ticks.set(picked.map(idOf), isSelected),
    clear: ticks.clear,
  }
}

type Selection = ReturnType<typeof useSelection>
