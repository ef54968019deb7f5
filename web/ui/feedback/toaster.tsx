import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useInUse } from '#web/lib/browser/elements.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import {
  dismissToast,
  type Toast,
  type ToastAction,
  type ToastKind,
  toastStore,
} from '#web/lib/toast.ts'

const SHOWN_MS = 6_000
/** Long enough to notice a mistake and undo it. */
const SHOWN_WITH_ACTION_MS = 10_000
const none: readonly Toast[] = []

const icons = { success: CircleCheck, info: Info, error: CircleAlert }
const colours: Record<ToastKind, string> = {
  success: 'text-good',
  info: 'text-link',
  error: 'text-bad',
}

/**
 * A polite live region. `z` presses the button of the latest message that has one: Tab would have
 * to pass the rest of the page in time.
 */
export function Toaster() {
  const { t } = useTranslation('components')
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => none)
  const latest = toasts.findLast((toast) => toast.action)
  useShortcuts({ z: () => act(latest, latest?.action) })
  return (
    <section
      aria-label={t('notifications')}
      aria-live="polite"
      data-print="no"
      className={cn(
        'pointer-events-none fixed inset-x-4 bottom-[calc(var(--spacing-foot)+1rem)] z-60 grid gap-2',
        toasts.some(({ line }) => line) ? 'justify-items-start' : 'sm:w-96',
        toasts[0]?.isAtStart
          ? 'sm:start-[calc(var(--spacing-rail)+1.5rem)] sm:end-auto'
          : 'sm:start-auto sm:end-6',
      )}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function act(toast: Toast | undefined, action: ToastAction | undefined): void {
  if (!toast) return
  action?.run()
  dismissToast(toast.id)
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('components')
  const [isInUse, pauseHandlers] = useInUse()
  const Icon = icons[toast.kind]
  useEffect(() => {
    if (isInUse || toast.kind === 'error') return
    const shownMs = toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS
    const timer = setTimeout(() => dismissToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [isInUse, toast])
  return (
    <div
      {...pauseHandlers}
      className={cn(
        'pop-in pointer-events-auto flex gap-3 rounded-lg border border-line bg-raised ps-4 pe-2 shadow-float',
        toast.line ? 'items-center py-1' : 'items-start py-3',
      )}
    >
      <Icon
        className={cn('size-5 shrink-0', !toast.line && 'mt-0.5', colours[toast.kind])}
        aria-hidden
      />
      <div
        className={cn(
          'min-w-0 flex-1 text-sm wrap-anywhere',
          toast.line && 'flex flex-wrap items-center gap-x-4',
        )}
      >
        <p className="font-semibold">
          {toast.title}
          {toast.times > 1 && (
            <span className="ms-1.5 text-muted tabular-nums">×{toast.times}</span>
          )}
        </p>
        {toast.description && <p className="line-clamp-6 text-muted">{toast.description}</p>}
        {[toast.action, toast.line?.second].map(
          (action, at) =>
            action && (
              <button
                key={action.label}
                type="button"
                aria-keyshortcuts={at === 0 ? 'z' : undefined}
                className="link mt-1 min-h-6 font-semibold pointer-coarse:min-h-11"
                onClick={() => act(toast, action)}
              >
                {action.label}
              </button>
            ),
        )}
      </div>
      <button
        type="button"
        onClick={() => dismissToast(toast.id)}
        aria-label={t('close')}
        className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken"
      >
        <X className="size-4" aria-hidden />
      </button>
    </div>
  )
}
