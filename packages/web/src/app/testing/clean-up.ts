/** Files of a worker share one page: each test leaves it empty. */
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);
