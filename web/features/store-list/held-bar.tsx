import { ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'

type Props = { waiting: number; freshCount: number; onLetIn: () => void }

/**
 * Announces stores that arrived while the user was reading. They wait until the user shows them, so that no row moves under the pointer.
 */
export function HeldBar({ waiting, freshCount, onLetIn }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <>
      <p role="status" className="sr-only">
        {freshCount > 0 && t('fresh', { count: freshCount })}
      </p>
      <div role="status" className="sticky top-20 z-20 grid justify-items-center empty:hidden">
        {waiting > 0 && (
          <button
            type="button"
            onClick={onLetIn}
            className="pop-in mb-3 inline-flex min-h-10 items-center gap-2 rounded-full border border-sun-ink bg-sun-wash px-4 text-sm font-semibold text-sun-ink shadow-float hover:underline pointer-coarse:min-h-11"
          >
            <ArrowUp className="size-4" aria-hidden />
            {t('held.text', { count: waiting, total: formats.number(waiting) })}
            <span className="sr-only">: {t('held.show')}</span>
          </button>
        )}
      </div>
    </>
  )
}
