/** The contract's schemas come with the first call, not with the first paint. */
export type Routes = typeof import("./routes.ts");

export const fetchRoutes = (): Promise<Routes> => import("./routes.ts");
