/** What every test of the page has: files of a worker share one page, and each test leaves it empty. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Looking things up by role in a whole page is slow on a busy machine; nothing here waits for time to pass.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);
