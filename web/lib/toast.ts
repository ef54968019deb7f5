export type ToastKind = 'success' | 'info' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  description?: string
  /**
   * Topic of the message. A new message with the same subject replaces it, so that an error
   * disappears once it is solved.
   */
  subject?: string
  action?: { label: string; run: () => void }
}

/** Maximum number of visible messages; older ones disappear first. */
const MAX_TOASTS = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message in the corner. Errors stay until the user closes them. */
export function notify(toast: Omit<Toast, 'id'>): void {
  const others = toasts.filter(({ subject }) => subject === undefined || subject !== toast.subject)
  setToasts([...others, { ...toast, id: ++lastId }].slice(-MAX_TOASTS))
}

export const dismissToast = (id: number): void =>
  setToasts(toasts.filter((toast) => toast.id !== id))

/** Removes messages about a subject, for example before a new attempt. */
export const withdrawToasts = (about: string): void =>
  setToasts(toasts.filter(({ subject }) => subject !== about))

export const toastStore = {
  current: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
