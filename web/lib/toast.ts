import { createStore } from '#web/lib/create-store.ts'

export type ToastKind = 'success' | 'info' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  description?: string
  /** A new message replaces one with the same subject, so that an error disappears once solved. */
  subject?: string
  action?: { label: string; run: () => void }
  /** How often it was shown while it stood there. */
  times: number
}

const MAX_TOASTS = 3

export const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

/** Shows a message in the corner; a repeated one is counted. Errors stay until the user closes them. */
export function notify(toast: Omit<Toast, 'id' | 'times'>): void {
  const shown = toastStore.current()
  const same = shown.find(
    ({ kind, title, description }) =>
      kind === toast.kind && title === toast.title && description === toast.description,
  )
  const others = shown.filter(
    (each) => each !== same && (each.subject === undefined || each.subject !== toast.subject),
  )
  const next = { ...toast, id: same?.id ?? ++lastId, times: (same?.times ?? 0) + 1 }
  toastStore.set([...others, next].slice(-MAX_TOASTS))
}

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.current().filter((toast) => toast.id !== id))

export const withdrawToasts = (about: string): void =>
  toastStore.set(toastStore.current().filter(({ subject }) => subject !== about))
