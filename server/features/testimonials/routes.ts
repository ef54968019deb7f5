import * as api from '#contracts/testimonials.ts'
import { type App, route } from '#server/route.ts'
import { listTestimonials } from './list-testimonials.ts'

const CACHING = 'public, max-age=300'

export function testimonialRoutes(app: App): void {
  route(app, api.listTestimonials, ({ ctx, query }) => listTestimonials(ctx, query), { caching: CACHING })
}
