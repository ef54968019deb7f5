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
}

const MAX_TOASTS = 3

export const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

/** Shows a message in the corner. Errors stay until the user closes them. */
export function notify(toast: Omit<Toast, 'id'>): void {
  const others = toastStore
    .current()
    .filter(({ subject }) => subject === undefined || subject !== toast.subject)
  toastStore.set([...others, { ...toast, id: ++lastId }].slice(-MAX_TOASTS))
}

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.current().filter((toast) => toast.id !== id))

export const withdrawToasts = (about: string): void =>
  toastStore.set(toastStore.current().filter(({ subject }) => subject !== about))
