import { createStore } from '#web/lib/create-store.ts'

export type ToastKind = 'success' | 'info' | 'error'
export type ToastAction = { label: string; run: () => void }
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  description?: string
  /** A new message replaces one with the same subject, so that an error disappears once solved. */
  subject?: string
  action?: ToastAction
  /** Shown in one line along the foot of the screen, for screens that leave room there. */
  line?: { second?: ToastAction }
  /** How often it was shown while it stood there. */
  times: number
  /** At the start of the screen, because its end was in use when the first message came. */
  isAtStart: boolean
}

const MAX_TOASTS = 3

export const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

/** Shows a message in the corner; a repeated one is counted. Errors stay until the user closes them. */
export function notify(toast: Omit<Toast, 'id' | 'times' | 'isAtStart'>): void {
  const shown = toastStore.current()
  const same = shown.find(
    ({ kind, title, description }) =>
      kind === toast.kind && title === toast.title && description === toast.description,
  )
  const others = shown.filter(
    (each) => each !== same && (each.subject === undefined || each.subject !== toast.subject),
  )
  const next = {
    ...toast,
    id: same?.id ?? ++lastId,
    times: (same?.times ?? 0) + 1,
    isAtStart: shown[0]?.isAtStart ?? isEndInUse(),
  }
  toastStore.set([...others, next].slice(-MAX_TOASTS))
}

/** Whether the focus is in the right half; without a focused control it is in the middle. */
function isEndInUse(): boolean {
  if (typeof document === 'undefined') return false
  const used = document.activeElement?.getBoundingClientRect()
  return used !== undefined && used.left + used.width / 2 > window.innerWidth / 2
}

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.current().filter((toast) => toast.id !== id))

export const withdrawToasts = (about: string): void =>
  toastStore.set(toastStore.current().filter(({ subject }) => subject !== about))
