declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * The scroll lock of dialogs and menus adds a style element; the content security policy lets it through only with the
 * page's nonce. `get-nonce`, which that code asks, reads this global; browsers hide the attribute but keep the property.
 */
export function allowInjectedStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
