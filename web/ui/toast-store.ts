export type ToastKind = 'success' | 'info' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  description?: string
  /** What it is about: the next message about the same takes its place, so that no error outlives its remedy. */
  subject?: string
  action?: { label: string; run: () => void }
}

/** Shown at once; older ones go first. */
const MAX_TOASTS = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message in the corner. Errors stay until they are closed. */
export function notify(toast: Omit<Toast, 'id'>): void {
  const others = toasts.filter(({ subject }) => subject === undefined || subject !== toast.subject)
  become([...others, { ...toast, id: ++lastId }].slice(-MAX_TOASTS))
}

export const dismissToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id))

/** Takes back what was said about something, once it is being tried again. */
export const withdrawToasts = (about: string): void =>
  become(toasts.filter(({ subject }) => subject !== about))

export const toastStore = {
  current: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
