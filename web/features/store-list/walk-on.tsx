import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { StoreListState } from './use-store-list.ts'
import { WALK_STEP } from './use-walk.ts'

type Props = { list: StoreListState; before: number }

/** Loads more rows below the page, one batch at a time. `before` = rows of the pages before this one. */
export function WalkOn({ list: { rows, total, walk }, before }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  if (total === null) return null
  const left = total - before - rows.length
  const shown = t('walk.announced', {
    shown: formats.number(before + rows.length),
    total: formats.number(total),
  })
  return (
    <div className="grid justify-items-center gap-2 pt-5 empty:hidden">
      {walk.canGoOn && left > 0 && (
        <Button variant="secondary" isBusy={walk.isWalking} onClick={walk.goOn}>
          {walk.hasFailed
            ? t('walk.retry')
            : t('walk.more', {
                count: Math.min(left, WALK_STEP),
                total: formats.number(Math.min(left, WALK_STEP)),
              })}
        </Button>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {walk.hasFailed && `${t('walk.failed')} `}
        {walk.rows.length > 0 && (walk.canGoOn ? shown : `${shown}. ${t('walk.end')}`)}
      </p>
    </div>
  )
}
