/** Public pages meant for search engines, keyed by the name of their texts (`pages:meta.<name>`). */
export const publicPages = {
  home: '/',
  pricing: '/pricing',
  freshness: '/freshness',
  about: '/about',
  blog: '/blog',
  contact: '/contact',
  register: '/register',
  login: '/login',
  optOut: '/opt-out',
  privacy: '/privacy',
  terms: '/terms',
} as const

export type PublicPage = keyof typeof publicPages
